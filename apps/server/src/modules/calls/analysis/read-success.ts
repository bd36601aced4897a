import type { SuccessRubric } from '@kindling/protocol';

interface Scale {
  /** How the scale is described to the model. */
  readonly described: string;
  /** The result in the scale's own words; null: it is none of them. */
  readonly read: (answer: string) => string | null;
}

const MAX_CHARACTERS = 10_000;

/** One of `words`, whatever its case. */
const oneOf = (...words: readonly string[]): Scale['read'] => {
  const known = new Map(words.map((word) => [word.toLowerCase(), word]));
  return (answer) => known.get(bare(answer).toLowerCase()) ?? null;
};
const freely: Scale['read'] = (answer) => (answer === '' ? null : answer.slice(0, MAX_CHARACTERS));

const PASS = new Map([
  ...['true', 'pass', 'passed', 'yes'].map((word) => [word, 'true'] as const),
  ...['false', 'fail', 'failed', 'no'].map((word) => [word, 'false'] as const),
]);

const SCALES: Readonly<Record<SuccessRubric, Scale>> = {
  PassFail: {
    described: 'PassFail: “true” when the call came to what it was for, otherwise “false”.',
    read: (answer) => PASS.get(bare(answer).toLowerCase()) ?? null,
  },
  NumericScale: {
    described: 'NumericScale: a whole number from 1 (not at all) to 10 (entirely).',
    read: (answer) => /^(10|[1-9])(?: ?\/ ?10| out of 10)?$/.exec(bare(answer))?.[1] ?? null,
  },
  PercentageScale: {
    described: 'PercentageScale: a percentage from 0% to 100%.',
    read(answer) {
      const [, number] = /^(100|\d{1,2}) ?(?:%|percent)?$/.exec(bare(answer)) ?? [];
      return number === undefined ? null : `${Number(number)}%`;
    },
  },
  DescriptiveScale: {
    described: 'DescriptiveScale: one of the words Excellent, Good, Fair, Poor.',
    read: oneOf('Excellent', 'Good', 'Fair', 'Poor'),
  },
  LikertScale: {
    described:
      'LikertScale: how far you agree that the call was a success: Strongly Agree, Agree, Neutral, Disagree or Strongly Disagree.',
    read: oneOf('Strongly Agree', 'Agree', 'Neutral', 'Disagree', 'Strongly Disagree'),
  },
  Checklist: {
    described:
      'Checklist: the criteria the call had to meet, a line each, and whether it met them.',
    read: freely,
  },
  Matrix: {
    described: 'Matrix: a table of criteria and of how well each was met.',
    read: freely,
  },
  AutomaticRubric: {
    described:
      'AutomaticRubric: criteria that you choose for this call, a line each with its score.',
    read: freely,
  },
};

/** The description of the scale that the model judges by. */
export const describeRubric = (rubric: SuccessRubric): string => SCALES[rubric].described;

/** The result in the words of the scale; null when the answer is none. */
export function readSuccess(rubric: SuccessRubric, answer: string): string | null {
  return SCALES[rubric].read(answer.trim());
}

/** Without what models like to put around a word: quotes, stars, a full stop. */
function bare(answer: string): string {
  return answer.replace(/^["“'*`\s]+|[."”'*`\s]+$/g, '');
}
