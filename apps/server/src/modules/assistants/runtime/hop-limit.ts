import type { ToolRunOptions } from '@kindling/conversation';

/** Handoffs without a word of the person in between; more are a circle. */
const HOPS_MAX = 8;

/** Whether another handoff may follow: assistants that only hand over to each other are stopped. */
export function createHopLimit(): (messages: ToolRunOptions['messages']) => boolean {
  let turns = -1;
  let hops = 0;
  return (messages) => {
    const now = messages.filter(({ role }) => role === 'user').length;
    if (now !== turns) hops = 0;
    turns = now;
    hops += 1;
    return hops <= HOPS_MAX;
  };
}
