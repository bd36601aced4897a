import { criesForHelp } from '../guide/acts/dialogue-act.ts';
import type { ModelMessage } from '../model.ts';

/** Turns of the caller for which someone who cried for help remains with the guide. */
const REACH = 3;

/**
 * Whether someone may be in danger, now or a moment ago: then what was written for that is said, word for word, and no
 * model decides.
 */
export function isEmergency(messages: readonly ModelMessage[]): boolean {
  return messages
    .filter(({ role }) => role === 'user')
    .slice(-REACH)
    .some(({ content }) => criesForHelp(content));
}
