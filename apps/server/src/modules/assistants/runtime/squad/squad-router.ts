import type { ActiveAssistant, HandoffHistory } from '@kindling/conversation';
import { type TransferMode, transferModeSchema } from '@kindling/protocol';
import { activeAssistant, withHandoffs } from '../active-assistant.ts';
import { createHopLimit } from '../hop-limit.ts';
import type { AssistantRouter, RouterContext } from '../router.ts';
import { withErrorPath } from '../with-error-path.ts';
import { createHandoffTools } from './handoff-tools.ts';
import type { ResolvedMember } from './resolve-squad.ts';

const HISTORY = {
  'rolling-history': 'keep-prompts',
  'swap-system-message-in-history': 'replace-prompt',
  'swap-system-message-in-history-and-remove-transfer-tool-messages': 'replace-prompt',
  'delete-history': 'forget',
} as const satisfies Record<TransferMode, HandoffHistory>;

interface RouterMember {
  readonly member: ResolvedMember;
  readonly active: ActiveAssistant;
}

/** Assistants that hand a conversation over to each other; the first one opens it. */
export async function createSquadRouter(
  members: readonly ResolvedMember[],
  { resolveRuntime, now, path = '' }: RouterContext,
): Promise<AssistantRouter> {
  const mayHandOver = createHopLimit();
  const speakers = await Promise.all(
    members.map(async (member, index): Promise<RouterMember> => {
      const { assistant, destinations } = member;
      const handoffs = createHandoffTools(destinations, mayHandOver);
      const own = await withErrorPath(`${path}members.${index}.`, () => resolveRuntime(assistant));
      const runtime = withHandoffs(assistant, own, handoffs);
      const named = { ...assistant, name: member.name };
      return { member, active: activeAssistant(named, runtime, { now: now() }) };
    }),
  );
  const [opening] = speakers;
  if (opening === undefined) throw new Error('A squad has at least one member.');
  let current = opening;
  return {
    get speaker() {
      return current.active;
    },
    get assistant() {
      return current.member.assistant;
    },
    members: members.map(({ assistant }) => assistant),
    handOff(destination) {
      const next = speakers.find(({ member }) => member.name === destination);
      if (next === undefined) return null;
      const mode = transferMode(current.member, destination);
      current = next;
      return { to: next.active, history: HISTORY[mode] };
    },
    workflowTrace: () => null,
  };
}

/** As the squad says, or the assistant's own transfer tool. */
function transferMode({ assistant, destinations }: ResolvedMember, name: string): TransferMode {
  const ofTools = (assistant.model?.tools ?? []).flatMap((tool) =>
    tool.type === 'transferCall' ? (tool.destinations ?? []) : [],
  );
  const destination = [...destinations, ...ofTools].find(
    (one) => one.type === 'assistant' && one.assistantName === name,
  );
  return transferModeSchema.safeParse(destination?.transferMode).data ?? 'rolling-history';
}
