import { createLineBudget } from '@kindling/conversation';
import type { CallMessage } from '@kindling/protocol';

/** What was said, as far as a call may hold it. What an organisation's own tools answered counts as none of it. */
export function linesWithinLimits(messages: readonly CallMessage[]): readonly CallMessage[] {
  const budget = createLineBudget();
  let full = false;
  const kept = messages.filter(({ role, message }) => {
    if (role === 'tool_calls' || role === 'tool_call_result') return true;
    full ||= !budget.fits(message);
    budget.count(message);
    return !full;
  });
  return full ? kept : messages;
}
