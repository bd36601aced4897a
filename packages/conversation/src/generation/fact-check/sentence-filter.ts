import type { FactCheck, Unsupported } from './fact-check.ts';

/** Says nothing that an answer could consist of. */
const FILLER =
  /^(?:(?:yes|yeah|no|sure|absolutely|of course|certainly|definitely|right|correct|okay|well|great|thanks|thank you)[\s,.!]*){1,3}$|^(?:that(?: is|['’]s) an? )?(?:great|good|excellent|interesting|nice) question\b|^(?:thanks|thank you) for asking\b|^i(?: am|['’]m) (?:happy|glad) (?:to|you)\b/i;
/** Goes on from the sentence before. */
const LEANS =
  /^(?:that|this|it|its|they|these|those|which|so|and|but|also|then|because|for example|however)\b/i;

/** Lets through the sentences of one answer that may be spoken. */
export interface SentenceFilter {
  /** Those to be spoken now. */
  push(sentence: string): string[];
  /** What was kept back and may be spoken after all. */
  end(): string[];
  /** What was not spoken, and why: one for each sentence. */
  readonly withheld: readonly Unsupported[];
}

/**
 * What leans on a withheld sentence goes with it. "Yes." waits for what it affirms, and a question behind a withheld
 * sentence for an answer: alone they would answer nothing, or the wrong thing. Nothing is said twice.
 */
export function createSentenceFilter(check: FactCheck): SentenceFilter {
  const withheld: Unsupported[] = [];
  let kept: string[] = [];
  let spoke = false;
  let isSkipping = false;
  const said = new Set<string>();

  return {
    withheld,
    push(sentence) {
      // A small model goes round in circles.
      const key = sentence.trim().toLowerCase();
      if (said.has(key)) return [];
      said.add(key);
      const fault = check(sentence);
      if (fault !== null) {
        withheld.push(fault);
        isSkipping = true;
        kept = [];
        return [];
      }
      if (isSkipping && LEANS.test(sentence)) return [];
      isSkipping = false;
      const isQuestion = sentence.trim().endsWith('?');
      const waits = FILLER.test(sentence.trim()) || (isQuestion && withheld.length > 0);
      if (!spoke && waits) {
        kept.push(sentence);
        return [];
      }
      spoke = true;
      const ready = [...kept, sentence];
      kept = [];
      return ready;
    },
    end() {
      const ready = withheld.length > 0 ? [] : kept;
      kept = [];
      return ready;
    },
  };
}
