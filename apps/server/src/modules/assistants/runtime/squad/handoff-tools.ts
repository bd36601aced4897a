import type { ToolRunner } from '@kindling/conversation';
import type { AssistantDestination } from '@kindling/protocol';
import type { createHopLimit } from '../hop-limit.ts';
import { toToolNames } from '../tool-names.ts';

const DEFAULT_MESSAGE = 'Transferring the call now.';

/** One tool for each assistant that may take over. */
export function createHandoffTools(
  destinations: readonly AssistantDestination[],
  mayHandOver: ReturnType<typeof createHopLimit>,
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
    })),
    async run({ id, name }, { messages }) {
      const destination = destinations[names.indexOf(name)];
      const result = { toolCallId: id, name };
      if (destination === undefined) {
        return { ...result, content: 'There is nobody of that name.', failed: true };
      }
      if (!mayHandOver(messages)) {
        const content = 'The conversation was handed over too often; answer yourself.';
        return { ...result, content, failed: true };
      }
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
