import type { Scorer, ScorerResult } from '@kindling/protocol';
import type { LlmConfig } from '../../../platform/config/config.ts';
import type { ModelFactories } from '../../assistants/runtime/engines.ts';
import { readCriteria } from './criteria.ts';
import { judgeByMeaning } from './judge-by-meaning.ts';
import { type Judged, judgeByWords, judgeRubric, type Verdict } from './judge-rubric.ts';

/**
 * Scores what a test leaves behind.
 *
 * @throws when aborted
 */
export type Judge = (scorer: Scorer, judged: Judged, signal: AbortSignal) => Promise<ScorerResult>;

/**
 * Quotes, limits of words and who ended the call are judged to the letter. Lines without any are judged
 * by the server's language model, by what was meant; where it has none by their words.
 */
export function createJudge(llm: LlmConfig | null, models: Pick<ModelFactories, 'writer'>): Judge {
  if (llm === null) return async (scorer, judged) => judgeRubric(scorer, judged);
  const model = models.writer(llm);
  return async (scorer, judged, signal) => {
    const meant = readCriteria(scorer.rubric).filter(({ demand }) => demand.type === 'topic');
    // Silence fulfils nothing, and needs no model to be judged.
    if (meant.length === 0 || judged.replies.length === 0) return judgeRubric(scorer, judged);
    const texts = meant.map(({ text }) => text);
    const verdicts = await judgeByMeaning(model, texts, judged, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      return texts.map(() => notJudged(error));
    });
    return judgeRubric(scorer, judged, (criterion) => {
      if (criterion.demand.type !== 'topic') return judgeByWords(criterion, judged);
      const verdict = verdicts[texts.indexOf(criterion.text)];
      return verdict ?? notJudged(new Error('The model gave no verdict.'));
    });
  };
}

/** A test nobody judged has not passed. */
function notJudged(error: unknown): Verdict {
  const why = error instanceof Error ? error.message : String(error);
  return { passed: false, why: `Not judged: ${why}` };
}
