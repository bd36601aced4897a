import { type Knowledge, knowledgeSchema } from '../../retrieval/entries/knowledge-schema.ts';
import { smallTalkEntries } from './small-talk.ts';

/** Greetings, thanks and repairs, which every guide knows. */
export const smallTalkKnowledge: Knowledge = knowledgeSchema.parse({
  mode: 'replace',
  entries: smallTalkEntries,
  unknown: {
    says: [
      'I do not know that, and I would rather not guess. Is there something else I can tell you?',
      'That is not among the facts I have. What else would you like to know?',
      'I have no good answer to that one. Please ask me something else.',
    ],
  },
});

/**
 * Puts an assistant's own facts over `base`, or over the small talk alone where they replace it. An entry
 * with the id of another takes its place.
 */
export function extendKnowledge(own: Knowledge, base: Knowledge): Knowledge {
  const lower = own.mode === 'replace' ? smallTalkKnowledge : base;
  const entries = new Map(lower.entries.map((entry) => [entry.id, entry]));
  for (const entry of own.entries) entries.set(entry.id, entry);
  return {
    mode: own.mode,
    entries: [...entries.values()],
    unknown: own.unknown ?? lower.unknown,
  };
}
