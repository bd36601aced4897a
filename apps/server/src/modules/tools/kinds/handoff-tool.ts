import type { HandoffDestination, ToolOf } from '@kindling/protocol';
import { done, failed, NO_PARAMETERS, type ReadyTool } from '../tool-kind.ts';

/** By what a destination is found among those who may speak: a member's name, else an assistant's id. */
export const handoffTarget = ({ assistantName, assistantId }: HandoffDestination) =>
  assistantName ?? assistantId;

/** Hands the conversation over to another assistant, which goes on with what was said. */
export function readyHandoffTool(tool: ToolOf<'handoff'>): ReadyTool {
  const destinations = new Map(
    (tool.destinations ?? []).flatMap((one) => {
      const target = handoffTarget(one);
      return target === undefined ? [] : [[target, one] as const];
    }),
  );
  const about = [...destinations].map(([target, { description }]) =>
    description === undefined ? target : `${target}: ${description}`,
  );
  const [only] = destinations.size === 1 ? destinations.keys() : [];
  return {
    definition: {
      name: tool.function?.name ?? 'handoff',
      description: [
        tool.function?.description ?? 'Hand the conversation over to another assistant.',
        ...about,
      ].join('\n'),
      parameters:
        only !== undefined || destinations.size === 0
          ? (tool.function?.parameters ?? NO_PARAMETERS)
          : {
              type: 'object',
              properties: {
                ...tool.function?.parameters?.properties,
                destination: { type: 'string', enum: [...destinations.keys()] },
              },
              required: ['destination'],
            },
      handsOver: true,
    },
    messages: tool.messages,
    async run({ values }) {
      const target = only ?? String(values.destination);
      const destination = destinations.get(target);
      if (destination === undefined) return failed('There is no such destination.');
      const { message } = destination;
      return {
        ...done('The other assistant takes over.'),
        effect: { type: 'handoff', destination: target },
        ...(typeof message === 'string' && message !== ''
          ? { message: { type: 'request-complete', content: message } }
          : {}),
      };
    },
  };
}
