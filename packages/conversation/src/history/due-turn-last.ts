import type { ModelMessage } from '../generation/model.ts';

/**
 * Moves the user's turn to the end. Something else may have been said since (a message of the page that could not be
 * interrupted), but the turn is still to be answered. The tools that were called for it still follow it, as a model that
 * does not see them there calls them again; `anew`: unless another assistant called them, which handed the turn over.
 */
export function dueTurnLast(messages: readonly ModelMessage[], anew = false): ModelMessage[] {
  const turn = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages.at(-1);
  const due = messages[turn];
  if (due === undefined || last?.role !== 'assistant') return [...messages];
  const since = messages.slice(turn + 1);
  const follows = (message: ModelMessage) => !anew && isOfTools(message);
  const before = since.filter((message) => !follows(message));
  return [...joinSpoken([...messages.slice(0, turn), ...before]), due, ...since.filter(follows)];
}

function joinSpoken(messages: readonly ModelMessage[]): ModelMessage[] {
  const ordered: ModelMessage[] = [];
  for (const message of messages) {
    const previous = ordered.at(-1);
    if (isSpoken(previous) && isSpoken(message)) {
      const content = `${previous.content} ${message.content}`;
      ordered[ordered.length - 1] = { role: 'assistant', content };
    } else {
      ordered.push(message);
    }
  }
  return ordered;
}

const isOfTools = ({ role, toolCalls }: ModelMessage): boolean =>
  role === 'tool' || toolCalls !== undefined;

/** A message with tool calls is not joined: the answers must follow it. */
function isSpoken(message: ModelMessage | undefined): message is ModelMessage {
  return message?.role === 'assistant' && !isOfTools(message);
}
