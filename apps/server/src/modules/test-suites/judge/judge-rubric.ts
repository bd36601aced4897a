import type { Scorer, ScorerResult } from '@kindling/protocol';
import { type Criterion, readCriteria } from './criteria.ts';
import { contentWords, holdsPhrase, normalise, stem } from './words.ts';

/** What is judged: only what the assistant said counts. */
export interface Judged {
  readonly replies: readonly string[];
  /** Whether the assistant ended it. */
  readonly endedByAssistant: boolean;
  /** Both sides: what a reply means depends on what it answers. */
  readonly transcript: string;
}

export interface Verdict {
  readonly passed: boolean;
  readonly why: string;
}

/** What can be judged by words: exact, but for lines that only name a topic. */
export type JudgeCriterion = (criterion: Criterion, judged: Judged) => Verdict;

/** Of the words that a line without quotes is about. */
const TOPIC_SHARE = 0.6;
const REASONING_MAX_CHARACTERS = 10_000;
const WORDS_ALONE =
  'Words alone were compared, not what was meant: quote what must be said, or set LLM_BASE_URL for a model that judges.';

/**
 * Holds replies against a rubric, a criterion a line, by its words alone: the same replies get the
 * same verdict every time. What must be said is best put in quotes.
 */
export function judgeRubric(
  { rubric }: Scorer,
  judged: Judged,
  judge: JudgeCriterion = judgeByWords,
): ScorerResult {
  const verdicts = readCriteria(rubric).map((criterion) => ({
    text: criterion.text,
    ...judge(criterion, judged),
  }));
  const passed = verdicts.length > 0 && verdicts.every((verdict) => verdict.passed);
  const reasoning = verdicts
    .map(({ text, passed: ok, why }) => `${ok ? 'Pass' : 'Fail'}: ${text}\n  ${why}`)
    .join('\n')
    .slice(0, REASONING_MAX_CHARACTERS);
  return {
    type: 'ai',
    result: passed ? 'pass' : 'fail',
    reasoning: reasoning === '' ? 'The rubric names no criterion.' : reasoning,
    rubric,
  };
}

/** One criterion by its words alone. */
export function judgeByWords(
  { isNegated, demand, text }: Criterion,
  judged: Pick<Judged, 'replies' | 'endedByAssistant'>,
): Verdict {
  const { replies } = judged;
  if (replies.length === 0) return { passed: false, why: 'The assistant said nothing.' };
  switch (demand.type) {
    case 'longest':
      return judgeLength(demand.words, replies);
    case 'ends-call':
      return {
        passed: judged.endedByAssistant !== isNegated,
        why: judged.endedByAssistant ? 'The assistant ended it.' : 'The assistant did not end it.',
      };
    case 'phrases':
      return judgePhrases(demand, isNegated, replies.join(' \n '));
    case 'topic':
      return judgeTopic(text, isNegated, replies.join(' '));
  }
}

function judgeLength(most: number, replies: readonly string[]): Verdict {
  const longest = Math.max(...replies.map((reply) => normalise(reply).split(' ').length));
  return { passed: longest <= most, why: `The longest reply has ${longest} words.` };
}

function judgePhrases(
  { phrases, any }: { readonly phrases: readonly string[]; readonly any: boolean },
  isNegated: boolean,
  said: string,
): Verdict {
  const found = phrases.filter((phrase) => holdsPhrase(said, phrase));
  const missing = phrases.filter((phrase) => !found.includes(phrase));
  if (isNegated) {
    const why = found.length === 0 ? 'None of it was said.' : `It was said: ${quote(found)}.`;
    return { passed: found.length === 0, why };
  }
  const passed = any ? found.length > 0 : missing.length === 0;
  const why = passed ? `It was said: ${quote(found)}.` : `It was not said: ${quote(missing)}.`;
  return { passed, why };
}

function judgeTopic(text: string, isNegated: boolean, said: string): Verdict {
  const sought = contentWords(text);
  if (sought.length === 0)
    return { passed: false, why: 'It names nothing to look for. Put what must be said in quotes.' };
  const stems = new Set(normalise(said).split(' ').map(stem));
  const found = sought.filter((word) => stems.has(stem(word)));
  const isThere = found.length >= Math.ceil(sought.length * TOPIC_SHARE);
  const missing = sought.filter((word) => !found.includes(word));
  const share = `${found.length} of ${sought.length} words of it were said`;
  const rest = missing.length === 0 ? '' : `; not ${quote(missing)}`;
  return { passed: isThere !== isNegated, why: `${share}${rest}. ${WORDS_ALONE}` };
}

const quote = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');
