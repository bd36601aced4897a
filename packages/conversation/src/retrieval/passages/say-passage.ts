import { soundsTheSame, toSentences } from '../language/sentences.ts';
import { normalise } from '../language/words.ts';
import type { Passage } from './passage.ts';
import { indexPassages } from './passage-index.ts';

/** Words taken from a passage, to be spoken. */
export interface Quotation {
  readonly text: string;
  /** 0 to 1: how likely they answer what was asked. */
  readonly likely: number;
}

export interface QuotationRequest {
  readonly question: string;
  readonly passages: readonly Passage[];
  /** The assistant's words so far: what was said last is not said again. */
  readonly said: readonly string[];
}

/** One to three short sentences. */
const MAX_SENTENCES = 3;
const MAX_CHARACTERS = 280;
/** A sentence beginning so cannot be understood without the one before. */
const LEANS =
  /^(?:it|its|this|that|these|those|they|them|their|he|she|his|her|but|and|so|or|also|however|there|then)\b/i;
/** Of two that fit, the one that was not said just now. */
const SAID_BEFORE = 0.6;

/** The sentences that answer, as they are written; null when there are none. */
export function quotePassage({ question, passages, said }: QuotationRequest): Quotation | null {
  const lastReply = normalise(said.at(-1) ?? '');
  let best: Start | null = null;
  for (const { sentences, likely = [] } of judgeAll(question, passages)) {
    for (const [start, value] of likely.entries()) {
      const fresh = wasSaid(sentences[start], lastReply) ? value * SAID_BEFORE : value;
      if (best === null || fresh > best.fresh) best = { fresh, likely: value, sentences, start };
    }
  }
  if (best === null) return null;
  const { likely, sentences } = best;
  let { start } = best;
  while (
    start > 0 &&
    LEANS.test(sentences[start] ?? '') &&
    !wasSaid(sentences[start - 1], lastReply)
  )
    start -= 1;
  return { text: takeFrom(sentences, start), likely };
}

interface Start {
  readonly sentences: readonly string[];
  readonly start: number;
  readonly likely: number;
  /** The same, less for what was said just now. */
  readonly fresh: number;
}

/** What stands behind the words said last; empty at the end of a passage, null when they are of none. */
export function continuePassage(passages: readonly Passage[], lastReply: string): string | null {
  const last = toSentences(lastReply).at(-1) ?? '';
  for (const { sentences } of passages) {
    const end = sentences.findIndex((sentence) => soundsTheSame(sentence, last));
    if (end !== -1) return takeFrom(sentences, end + 1);
  }
  return null;
}

/** Passages from an external knowledge base have no likelihood per sentence. */
function judgeAll(question: string, passages: readonly Passage[]): readonly Passage[] {
  if (passages.every(({ likely }) => likely !== undefined)) return passages;
  return indexPassages(passages).search(question, { limit: passages.length });
}

function wasSaid(sentence: string | undefined, lastReply: string): boolean {
  return sentence !== undefined && lastReply.includes(normalise(sentence));
}

/** As many sentences as are spoken at once, from `start` on. */
export function takeFrom(sentences: readonly string[], start: number): string {
  const taken: string[] = [];
  let length = 0;
  for (const sentence of sentences.slice(start, start + MAX_SENTENCES)) {
    if (taken.length > 0 && length + sentence.length > MAX_CHARACTERS) break;
    taken.push(sentence);
    length += sentence.length;
  }
  return taken.join(' ');
}
