import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { type CallServer, createCallServer } from '../../platform/http-client/call-server.ts';
import type { HttpOut } from '../../platform/http-client/http-out.ts';
import type { WebhookSecrets } from '../../platform/http-client/webhook-secrets.ts';
import type { ProveToServer } from '../credentials/server-proof.ts';
import type { LogWriter } from '../logs/log-port.ts';
import type { SearchKnowledge } from './kinds/query-tool.ts';
import { createOrgServers, type OrgServers } from './org-servers.ts';
import { createToolStore } from './tool-store.ts';
import { createToolbox, type Toolbox } from './toolbox.ts';

export interface ComposeToolsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly logs: Pick<LogWriter, 'write'>;
  readonly http: HttpOut;
  readonly secrets: WebhookSecrets;
  readonly prove: ProveToServer;
  readonly searchKnowledge: SearchKnowledge;
}

export interface ComposedTools {
  readonly toolbox: Toolbox;
  readonly callServer: CallServer;
  readonly orgServers: OrgServers;
}

/** Everything that assistants can do beside talking. */
export function composeTools(options: ComposeToolsOptions): ComposedTools {
  const { db } = options;
  const callServer = createCallServer(options);
  const orgServers = createOrgServers(db);
  const toolbox = createToolbox({
    ...options,
    callServer,
    orgServers,
    store: createToolStore(db),
  });
  return { toolbox, callServer, orgServers };
}
