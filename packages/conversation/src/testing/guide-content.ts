import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readKnowledge } from '../generation/guide/read-knowledge.ts';

const folder = resolve(import.meta.dirname, '../../../../content/guide');
const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

/** What was asked, and the ids of the entries that answer it rightly. */
const questionsSchema = z.array(z.tuple([z.string()], z.string()));
export type Question = z.output<typeof questionsSchema>[number];

/** Turns of one conversation, and the entries that answer the last of them. */
const followUpSchema = z.object({
  turns: z.array(z.string()).min(1),
  expected: z.array(z.string()),
  /** The last answer is the entry's longer follow-up. */
  more: z.literal(true).optional(),
});
export type FollowUp = z.output<typeof followUpSchema>;

const askedSchema = z.object({ say: z.string(), ids: z.array(z.string()) });
/** A turn, and the entries that answer it, the best first; none where nothing does. */
export type Asked = z.output<typeof askedSchema>;

const judgedSchema = z.object({ questions: questionsSchema, outOfDomain: z.array(z.string()) });
const heldOutFile = judgedSchema.parse(read('evaluation/held-out'));
const callersFile = judgedSchema.parse(read('evaluation/callers'));
const visitorsFile = judgedSchema.parse(read('evaluation/visitors'));

/** The brand's own facts, as the server reads them. */
export const productKnowledge = readKnowledge(folder);

export const { firstMessage } = z.object({ firstMessage: z.string() }).parse(read('assistant'));

export const paraphrases = questionsSchema.parse(read('evaluation/paraphrases'));
export const misheard = questionsSchema.parse(read('evaluation/misheard'));
export const followUps = z.array(followUpSchema).parse(read('evaluation/follow-ups'));
export const outOfDomain = z.array(z.string()).parse(read('evaluation/out-of-domain'));
export const heldOut = heldOutFile.questions;
export const heldOutOutOfDomain = heldOutFile.outOfDomain;
/** As six kinds of people ask on the telephone; nothing is learned from them. */
export const callers = callersFile.questions;
export const callersOutOfDomain = callersFile.outOfDomain;
/** Of people of many kinds who had seen the site alone; a quarter of what they asked, the rest are phrasings. */
export const visitors = visitorsFile.questions;
export const visitorsOutOfDomain = visitorsFile.outOfDomain;
/** Of people who ask on about an answer; the weights of what was said before are learned from them. */
export const conversations = z.array(z.array(askedSchema)).parse(read('evaluation/conversations'));
