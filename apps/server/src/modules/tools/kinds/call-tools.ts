import type { ToolOf, TransferDestination } from '@kindling/protocol';
import { done, failed, NO_PARAMETERS, type ReadyTool, type ToolOutcome } from '../tool-kind.ts';
import { type AskDestinationServices, askDestination } from './ask-destination.ts';

const NO_TELEPHONE =
  'There is no telephone line: no telephony is configured on this server. Say that it cannot be done here.';

/** Ends the conversation, once the goodbye was said. */
export function readyEndCallTool(tool: ToolOf<'endCall'>): ReadyTool {
  return {
    definition: {
      name: tool.function?.name ?? 'end_call',
      description:
        tool.function?.description ??
        'End the conversation. Use it when the person wants to stop or everything is said.',
      parameters: tool.function?.parameters ?? NO_PARAMETERS,
    },
    messages: tool.messages,
    run: async () => ({ ...done('The conversation ends.'), effect: { type: 'end-call' } }),
  };
}

/** Shows the caller something on the page that they called from. */
export function readyOpenPageTool(tool: ToolOf<'openPage'>): ReadyTool {
  const { page } = tool;
  return {
    definition: {
      name: tool.function?.name ?? `open_${page.replaceAll('-', '_')}_page`,
      description:
        tool.function?.description ??
        `Show the person the page for ${page.replaceAll('-', ' ')}. Use it only when they ask for it.`,
      parameters: tool.function?.parameters ?? NO_PARAMETERS,
    },
    messages: tool.messages,
    async run({ context }) {
      if (context.callId === null)
        return failed('There is no page here to show it on. Say where they find it.');
      return { ...done('The page was asked to show it. Say so.'), openPage: page };
    },
  };
}

/** Presses keys of a telephone, which a call of the browser has none of. */
export function readyDtmfTool(tool: ToolOf<'dtmf'>): ReadyTool {
  return {
    definition: {
      name: tool.function?.name ?? 'dtmf',
      description: tool.function?.description ?? 'Press keys on the telephone.',
      parameters: tool.function?.parameters ?? {
        type: 'object',
        properties: { dtmf: { type: 'string', description: 'Keys: 0 to 9, A to D, * and #.' } },
        required: ['dtmf'],
      },
    },
    messages: tool.messages,
    run: async () => failed(NO_TELEPHONE),
  };
}

/** Hands over to another assistant; telephone numbers are refused. Without destinations its server names one. */
export function readyTransferTool(
  tool: ToolOf<'transferCall'>,
  services: AskDestinationServices,
): ReadyTool {
  if ((tool.destinations ?? []).length === 0) return readyAskedTransferTool(tool, services);
  const destinations = new Map((tool.destinations ?? []).map((one) => [nameOf(one), one]));
  const about = [...destinations].map(([name, { description }]) =>
    description === undefined ? name : `${name}: ${description}`,
  );
  return {
    definition: {
      name: tool.function?.name ?? 'transfer_call',
      description: [
        tool.function?.description ?? 'Transfer the person to somebody else.',
        ...about,
      ].join('\n'),
      parameters: {
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
      const destination = destinations.get(String(values.destination));
      return destination === undefined
        ? failed('There is no such destination.')
        : transferTo(destination);
    },
  };
}

/** Asks the server of the tool, by `transfer-destination-request`, where to. */
function readyAskedTransferTool(
  tool: ToolOf<'transferCall'>,
  services: AskDestinationServices,
): ReadyTool {
  return {
    definition: {
      name: tool.function?.name ?? 'transfer_call',
      description: tool.function?.description ?? 'Transfer the person to somebody else.',
      parameters: tool.function?.parameters ?? NO_PARAMETERS,
    },
    messages: tool.messages,
    async run(use) {
      const asked = await askDestination(tool, use, services);
      if ('error' in asked) return failed(asked.error);
      const outcome = transferTo(asked.destination);
      return asked.message === undefined ? outcome : { ...outcome, message: asked.message };
    },
  };
}

function transferTo(destination: TransferDestination): ToolOutcome {
  if (destination.type !== 'assistant') return failed(NO_TELEPHONE);
  const { assistantName, message } = destination;
  return {
    ...done(`${assistantName} takes over.`),
    effect: { type: 'handoff', destination: assistantName },
    ...(typeof message === 'string'
      ? { message: { type: 'request-complete', content: message } }
      : {}),
  };
}

/** Takes down what the model concluded; nothing else happens. */
export function readyOutputTool(tool: ToolOf<'output'>): ReadyTool {
  return {
    definition: {
      name: tool.function?.name ?? 'output',
      description: tool.function?.description ?? 'Write down structured output.',
      parameters: tool.function?.parameters ?? { type: 'object' },
    },
    messages: tool.messages,
    run: async () => done('Noted.'),
  };
}

function nameOf(destination: TransferDestination): string {
  if (destination.type === 'assistant') return destination.assistantName;
  return destination.type === 'number' ? destination.number : destination.sipUri;
}
