import { z } from 'zod';

const idSchema = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case words and hyphens.');
const spoken = z.string().trim().min(2).max(600);

/**
 * One thing the guide can say. `questions` are phrasings as people say them aloud; `answer` is spoken
 * as written (one to three short sentences) and `more` is what "tell me more" adds.
 */
const knowledgeEntrySchema = z
  .object({
    id: idSchema,
    /** The subject that "it" means afterwards; entries of one subject share it. */
    topic: idSchema,
    /** How the entry is named when the guide asks which one was meant: "the mood tracker". */
    label: z.string().trim().min(2).max(80).optional(),
    questions: z.array(z.string().trim().min(2).max(300)).min(2).max(40),
    /**
     * How else people ask it, in words of their own: examples to learn from, which tell an entry from the others and
     * from what no entry answers. Unlike `questions` they are never taken for the whole of what is asked.
     */
    phrasings: z.array(z.string().trim().min(2).max(300)).max(300).default([]),
    keywords: z.array(z.string().trim().min(1).max(60)).max(40).default([]),
    answer: spoken,
    /** Said in place of `answer` to parents and students, where that would send them to what is meant for schools. */
    forFamilies: spoken.optional(),
    /** Said in place of both to students, where those speak of a child, or to parents. */
    forStudents: spoken.optional(),
    more: spoken.optional(),
    related: z.array(idSchema).max(8).default([]),
    /** What people ask next once they have heard it, each with the entry that answers that: examples to learn from. */
    followUps: z
      .array(z.object({ say: z.string().trim().min(2).max(300), id: idSchema }).strict())
      .max(60)
      .default([]),
    /** The entries of what `answer` enumerates, in that order: “the second one” leads to the second. */
    lists: z.array(idSchema).max(8).default([]),
    /** The entry that a "yes" leads to, when the answer closes with an offer. */
    offer: idSchema.optional(),
    /**
     * `decline`: outside what the guide talks about. `unanswered`: it belongs to the subject, but nothing is known
     * about it. `small-talk`: never an object of "it".
     */
    kind: z.enum(['fact', 'small-talk', 'decline', 'unanswered']).default('fact'),
    /** Never said with a doubt, or as what comes closest: an apology, say, or what presumes something of the caller. */
    onlyIfSure: z.boolean().optional(),
    /** It holds of the call with the assistant alone, not of what those who learn say and write elsewhere. */
    ofCall: z.boolean().optional(),
    /** Whom this is offered to when they say who they are. */
    audience: z.enum(['parent', 'teacher', 'leader', 'student', 'developer']).optional(),
    /** Phrases that make this the answer wherever in a turn they are heard. */
    urgent: z.array(z.string().trim().min(3).max(60)).max(40).default([]),
    /**
     * The turn is about the conversation itself: answered from what was said before, or the answer to a whole farewell
     * or to a cry for help, whatever its words.
     */
    action: z
      .enum(['repeat', 'more', 'slower', 'shorter', 'presence', 'human', 'farewell', 'crisis'])
      .optional(),
  })
  .strict();
export type KnowledgeEntry = z.output<typeof knowledgeEntrySchema>;
export type KnowledgeEntryInput = z.input<typeof knowledgeEntrySchema>;

/**
 * Facts an assistant answers from. With `mode: 'extend'` entries are added to the product's own (the
 * same id replaces one); with `'replace'` only the small talk remains.
 */
export const knowledgeSchema = z
  .object({
    mode: z.enum(['extend', 'replace']).default('extend'),
    entries: z.array(knowledgeEntrySchema).max(2_000),
    /** What the guide says when it does not know, and where a "yes" to it leads. */
    unknown: z
      .object({
        says: z.array(spoken).min(2).max(6),
        offer: idSchema.optional(),
        /** Who knows more of what was just talked of, in one sentence, to each kind of caller. */
        whom: z
          .object({
            answer: spoken,
            forFamilies: spoken.optional(),
            forStudents: spoken.optional(),
          })
          .optional(),
      })
      .optional(),
  })
  .strict()
  .superRefine((knowledge, context) => {
    const seen = new Set<string>();
    for (const [index, entry] of knowledge.entries.entries()) {
      if (seen.has(entry.id)) {
        context.addIssue({
          code: 'custom',
          path: ['entries', index, 'id'],
          message: `The id "${entry.id}" is used twice.`,
        });
      }
      seen.add(entry.id);
    }
  });
export type Knowledge = z.output<typeof knowledgeSchema>;
export type KnowledgeInput = z.input<typeof knowledgeSchema>;
