import type { Toolbox } from '../../tools/toolbox.ts';
import type { AssistantStore } from '../assistant-store.ts';
import { applyOverrides } from './resolve-assistant.ts';
import type { CallTargetRequest } from './resolve-call-target.ts';
import type { Settle } from './settle/settle.ts';
import type { ResolvedMember } from './squad/resolve-squad.ts';

export interface ResolveHandoffsOptions {
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly toolbox: Pick<Toolbox, 'handoffIds'>;
  readonly settle: Settle;
  readonly request: CallTargetRequest;
}

/** More than anybody is handed on to in one conversation. */
const MAX_MEMBERS = 30;

/** The stored assistants that tools of the type `handoff` name by their ids, and those that these name in turn. */
export async function resolveHandoffs(
  members: readonly ResolvedMember[],
  { assistants, toolbox, settle, request }: ResolveHandoffsOptions,
): Promise<ResolvedMember[]> {
  const { form, token, isSpoken } = request;
  const { orgId } = token;
  const known = new Set(members.map(({ assistantId }) => assistantId));
  const found: ResolvedMember[] = [];
  const waiting = [...members];
  for (let member = waiting.shift(); member !== undefined; member = waiting.shift()) {
    for (const id of await toolbox.handoffIds(orgId, member.assistant)) {
      const isOpen = token.kind !== 'public' || token.allowedAssistantIds?.includes(id) !== false;
      if (known.has(id) || !isOpen || known.size >= MAX_MEMBERS) continue;
      known.add(id);
      const stored = await assistants.find(orgId, id);
      if (stored === null) continue;
      const variableValues = form.assistantOverrides?.variableValues;
      const assistant = await settle.assistant(
        applyOverrides(stored, variableValues === undefined ? {} : { variableValues }),
        { orgId, isSpoken, path: `${stored.name ?? id}.` },
      );
      const name = stored.name ?? id;
      const next = { name, assistantId: id, assistant, destinations: [], warnings: [] };
      found.push(next);
      waiting.push(next);
    }
  }
  return found;
}
