import type { ActiveAssistant, HandoffHistory, ToolRunner } from '@kindling/conversation';
import {
  type AssistantDestination,
  type TransferMode,
  transferModeSchema,
} from '@kindling/protocol';
import {
  createHopLimit,
  type HopLimit,
  TOO_OFTEN,
  toToolNames,
  withHandoffs,
} from '../handoffs.ts';
import {
  type AssistantRouter,
  activeAssistant,
  type RouterContext,
  withErrorPath,
} from '../router.ts';
import type { ResolvedMember } from './resolve-squad.ts';

const HISTORY = {
  'rolling-history': 'keep-prompts',
  'swap-system-message-in-history': 'replace-prompt',
  'swap-system-message-in-history-and-remove-transfer-tool-messages': 'replace-prompt',
  'delete-history': 'forget',
} as const satisfies Record<TransferMode, HandoffHistory>;

const DEFAULT_MESSAGE = 'Transferring the call now.';

interface RouterMember {
  readonly member: ResolvedMember;
  readonly active: ActiveAssistant;
}

/** Assistants that hand a conversation over to each other; the first one opens it. */
export async function createSquadRouter(
  members: readonly ResolvedMember[],
  { resolveRuntime, now, path = '', position }: RouterContext,
): Promise<AssistantRouter> {
  const mayHandOver = createHopLimit();
  const speakers = await Promise.all(
    members.map(async (member, index): Promise<RouterMember> => {
      const { assistant, destinations } = member;
      const tools = createHandoffTools(destinations, mayHandOver);
      const own = await withErrorPath(`${path}members.${index}.`, () => resolveRuntime(assistant));
      const runtime = withHandoffs(assistant, own, { tools, mayHandOver });
      const named = { ...assistant, name: member.name };
      return { member, active: activeAssistant(named, runtime, { now: now() }) };
    }),
  );
  const [opening] = speakers;
  if (opening === undefined) throw new Error('A squad has at least one member.');
  const reached = position?.type === 'squad' ? position.member : null;
  let current = speakers.find(({ member }) => member.name === reached) ?? opening;
  return {
    get speaker() {
      return current.active;
    },
    get assistant() {
      return current.member.assistant;
    },
    members: members.map(({ assistant }) => assistant),
    handOff(destination) {
      const next =
        speakers.find(({ member }) => member.name === destination) ??
        speakers.find(({ member }) => member.assistantId === destination);
      if (next === undefined) return null;
      const mode = transferMode(current.member, destination);
      current = next;
      return { to: next.active, history: HISTORY[mode] };
    },
    workflowTrace: () => null,
    position: () => ({ type: 'squad', member: current.member.name }),
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

/** One tool for each assistant that may take over. */
function createHandoffTools(
  destinations: readonly AssistantDestination[],
  mayHandOver: HopLimit,
): ToolRunner {
  const names = toToolNames(
    'hand_over_to_',
    destinations.map(({ assistantName }) => assistantName),
  );
  return {
    definitions: destinations.map(({ assistantName, description }, index) => ({
      name: names[index] ?? '',
      description: `Hand the conversation over to ${assistantName}. ${description ?? ''}`.trim(),
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      when: description ?? assistantName,
      handsOver: true,
    })),
    async run({ id, name }, { messages }) {
      const destination = destinations[names.indexOf(name)];
      const result = { toolCallId: id, name };
      if (destination === undefined) {
        return { ...result, content: 'There is nobody of that name.', failed: true };
      }
      if (!mayHandOver(messages)) return { ...result, ...TOO_OFTEN };
      return {
        ...result,
        content: `${destination.assistantName} takes over.`,
        failed: false,
        say: spokenMessage(destination),
        effect: { type: 'handoff', destination: destination.assistantName },
      };
    },
  };
}

/** Empty: nothing is said. */
function spokenMessage({ message }: AssistantDestination): string {
  if (message === undefined) return DEFAULT_MESSAGE;
  if (typeof message === 'string') return message;
  return message.content ?? message.contents?.[0]?.text ?? DEFAULT_MESSAGE;
}
