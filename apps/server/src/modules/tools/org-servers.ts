import { type Server, serverSchema } from '@kindling/protocol';
import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { orgSettingsTable } from '../../platform/database/platform-tables.ts';

export type NamedServer = Server & { readonly url: string };

/** Where an organisation receives messages of assistants that name no server of their own. */
export interface OrgServers {
  find(orgId: string): Promise<Server | null>;
  /** The server that is named, or else the organisation's. */
  choose(orgId: string, named: Server | null | undefined): Promise<NamedServer | null>;
}

export function createOrgServers(db: Database): OrgServers {
  async function find(orgId: string): Promise<Server | null> {
    const [row] = await db
      .select({ body: orgSettingsTable.body })
      .from(orgSettingsTable)
      .where(eq(orgSettingsTable.orgId, orgId));
    const parsed = serverSchema.safeParse(row?.body.server);
    return parsed.success && parsed.data.url !== undefined ? parsed.data : null;
  }

  return {
    find,
    async choose(orgId, named) {
      const server = named?.url === undefined ? await find(orgId) : named;
      return server?.url === undefined ? null : { ...server, url: server.url };
    },
  };
}
