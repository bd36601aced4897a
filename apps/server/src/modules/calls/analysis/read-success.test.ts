import type { SuccessRubric } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { describeRubric, readSuccess } from './read-success.ts';

const rows: readonly (readonly [SuccessRubric, string, string | null])[] = [
  ['PassFail', 'true', 'true'],
  ['PassFail', ' "True". ', 'true'],
  ['PassFail', '**Fail**', 'false'],
  ['PassFail', 'It was a success', null],
  ['PassFail', '', null],
  ['NumericScale', '8', '8'],
  ['NumericScale', '10/10', '10'],
  ['NumericScale', '7 out of 10', '7'],
  ['NumericScale', '0', null],
  ['NumericScale', '11', null],
  ['NumericScale', '8.5', null],
  ['PercentageScale', '75%', '75%'],
  ['PercentageScale', '05', '5%'],
  ['PercentageScale', '100 percent', '100%'],
  ['PercentageScale', '101%', null],
  ['DescriptiveScale', 'good', 'Good'],
  ['DescriptiveScale', 'Great', null],
  ['LikertScale', 'strongly agree', 'Strongly Agree'],
  ['LikertScale', 'Maybe', null],
  ['Checklist', '- Greeted: yes\n- Booked: no', '- Greeted: yes\n- Booked: no'],
  ['Matrix', '| Tone | good |', '| Tone | good |'],
  ['AutomaticRubric', 'Tone: 3 of 5', 'Tone: 3 of 5'],
  ['AutomaticRubric', '  ', null],
];

describe('a result on a scale', () => {
  it.each(rows)('%s: %j is %j', (rubric, answer, result) => {
    expect(readSuccess(rubric, answer)).toBe(result);
  });

  it('is described by the name of its scale', () => {
    for (const [rubric] of rows) expect(describeRubric(rubric)).toMatch(new RegExp(`^${rubric}: `));
  });

  it('has a limit where it is free text', () => {
    expect(readSuccess('Checklist', 'x'.repeat(20_000))).toHaveLength(10_000);
  });
});
