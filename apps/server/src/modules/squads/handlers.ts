import {
  type Squad,
  type SquadCreate,
  squadCreateSchema,
  takeWarnings,
  type Warning,
} from '@kindling/protocol';
import { squadTable } from '../../platform/database/platform-tables.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { AssistantStore } from '../assistants/assistant-store.ts';
import { OLDER_FIELDS } from '../assistants/runtime/settle/older-fields.ts';
import type { Settle } from '../assistants/runtime/settle/settle.ts';
import { resolveSquad } from '../assistants/runtime/squad/resolve-squad.ts';
import { ignoredFields } from '../references/ignored-fields.ts';
import { filtersOf } from '../references/query-filters.ts';
import { withWarnings } from '../references/with-warnings.ts';
import type { SquadStore } from './squad-store.ts';

export interface SquadHandlersOptions {
  readonly squads: SquadStore;
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly settle: Pick<Settle, 'assistant' | 'actingFields' | 'refuseFitted'>;
}

/** Squads; one that could not hold a conversation is refused when it is stored. */
export function squadHandlers(options: SquadHandlersOptions): HandlersOf<'squad'> {
  const { squads, assistants, settle } = options;
  /** What will be otherwise than it says. */
  const check = async (
    orgId: string,
    squad: Pick<SquadCreate, 'members' | 'membersOverrides'>,
  ): Promise<Warning[]> => {
    const members = await resolveSquad(squad, { orgId, assistants, path: '' });
    const acting = members.map(({ assistant }) => settle.actingFields(assistant, orgId));
    const known = new Set([
      ...OLDER_FIELDS,
      ...(await Promise.all(acting)).flatMap((of) => [...of]),
    ]);
    const found = members.map(async ({ assistantId, assistant, warnings }, index) => {
      // A stored one had its warnings when it was stored.
      if (assistantId !== null) return warnings;
      const about = { orgId, path: `members.${index}.assistant.`, isSpoken: true };
      const { warnings: own = [] } = await settle.assistant(assistant, about);
      return [...warnings, ...own];
    });
    return [
      ...(await Promise.all(found)).flat(),
      ...ignoredFields(squadCreateSchema, squad, known),
    ];
  };
  return {
    'squad.create': async ({ token, body }) => {
      const { form, warnings } = takeWarnings(body);
      settle.refuseFitted(warnings);
      const found = await check(token.orgId, form);
      return withWarnings(await squads.create(token.orgId, form), [...warnings, ...found]);
    },
    'squad.list': ({ token, query }) =>
      squads.list(token.orgId, query, { filters: filtersOf([[squadTable.id, query.idAny]]) }),
    'squad.get': ({ token, id }) => squads.get(token.orgId, id),
    'squad.update': async ({ token, id, body, ifMatch }) => {
      const { form, warnings } = takeWarnings(body);
      settle.refuseFitted(warnings);
      const before: Squad = await squads.get(token.orgId, id);
      const members = form.members ?? before.members;
      const membersOverrides = form.membersOverrides ?? before.membersOverrides;
      const found = await check(token.orgId, {
        members,
        ...(membersOverrides === undefined ? {} : { membersOverrides }),
      });
      const squad = await squads.update(token.orgId, id, form, { ifMatch });
      return withWarnings(squad, [...warnings, ...found]);
    },
    'squad.delete': ({ token, id, ifMatch }) => squads.remove(token.orgId, id, { ifMatch }),
  };
}
