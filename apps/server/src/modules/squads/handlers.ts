import type { Squad, SquadCreate } from '@kindling/protocol';
import { squadTable } from '../../platform/database/platform-tables.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { AssistantStore } from '../assistants/assistant-store.ts';
import { resolveSquad } from '../assistants/runtime/squad/resolve-squad.ts';
import { filtersOf } from '../references/query-filters.ts';
import type { SquadStore } from './squad-store.ts';

export interface SquadHandlersOptions {
  readonly squads: SquadStore;
  readonly assistants: Pick<AssistantStore, 'find'>;
}

/** Squads; one that could not hold a conversation is refused when it is stored. */
export function squadHandlers({ squads, assistants }: SquadHandlersOptions): HandlersOf<'squad'> {
  const check = (orgId: string, squad: Pick<SquadCreate, 'members' | 'membersOverrides'>) =>
    resolveSquad(squad, { orgId, assistants, path: '' });
  return {
    'squad.create': async ({ token, body }) => {
      await check(token.orgId, body);
      return squads.create(token.orgId, body);
    },
    'squad.list': ({ token, query }) =>
      squads.list(token.orgId, query, { filters: filtersOf([[squadTable.id, query.idAny]]) }),
    'squad.get': ({ token, id }) => squads.get(token.orgId, id),
    'squad.update': async ({ token, id, body, ifMatch }) => {
      const before: Squad = await squads.get(token.orgId, id);
      const members = body.members ?? before.members;
      const membersOverrides = body.membersOverrides ?? before.membersOverrides;
      await check(token.orgId, {
        members,
        ...(membersOverrides === undefined ? {} : { membersOverrides }),
      });
      return squads.update(token.orgId, id, body, { ifMatch });
    },
    'squad.delete': ({ token, id, ifMatch }) => squads.remove(token.orgId, id, { ifMatch }),
  };
}
