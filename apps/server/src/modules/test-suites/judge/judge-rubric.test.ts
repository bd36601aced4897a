import { describe, expect, it } from 'vitest';
import { judgeRubric } from './judge-rubric.ts';

const judge = (rubric: string, replies: string[], endedByAssistant = false) =>
  judgeRubric(
    { type: 'ai', rubric },
    { replies, endedByAssistant, transcript: replies.map((one) => `AI: ${one}`).join('\n') },
  );
const REPLIES = ['Hello, I am an AI.', 'We open at nine. You can book a demo online.'];

describe('judging by a rubric', () => {
  it.each([
    ['Says "open at nine"', 'pass'],
    ['Says “OPEN at Nine!”', 'pass'],
    ['Says "open at ten"', 'fail'],
    ['Says "pen at nine"', 'fail'],
    ['Says "hello" and "open at ten"', 'fail'],
    ['Says "open at ten" or "book a demo"', 'pass'],
    ['Never says "price"', 'pass'],
    ['Doesn\'t say "demo"', 'fail'],
    ['- Says "hello"\n2. Says "demo"', 'pass'],
    ['Says "hello"\nSays "goodbye"', 'fail'],
    ['The assistant explains refunds, invoices and the demo', 'fail'],
    ['The assistant mentions booking demos online', 'pass'],
    ['Says that it writes, plans and helps', 'fail'],
    ['The assistant greets and opened', 'fail'],
    ['It mentions openings and bookings', 'pass'],
    ['The assistant does not mention prices', 'pass'],
    ['The assistant must not mention demos', 'fail'],
    ['Answers in at most 10 words', 'pass'],
    ['Answers in under 10 words', 'fail'],
    ['The assistant answers', 'fail'],
    ['Ends the call', 'fail'],
    ['Does not end the call', 'pass'],
    ['   \n', 'fail'],
  ])('%j: %s', (rubric, result) => {
    expect(judge(rubric, REPLIES).result).toBe(result);
  });

  it('knows who ended the call', () => {
    expect(judge('The assistant ends the call', REPLIES, true).result).toBe('pass');
    expect(judge('Never hangs up', REPLIES, true).result).toBe('fail');
  });

  it('says why, a line each', () => {
    const { reasoning, rubric, type } = judge('Says "hello"\nSays "ten"', REPLIES);
    expect(reasoning.split('\n')).toEqual([
      'Pass: Says "hello"',
      '  It was said: “hello”.',
      'Fail: Says "ten"',
      '  It was not said: “ten”.',
    ]);
    expect([rubric, type]).toEqual(['Says "hello"\nSays "ten"', 'ai']);
  });

  it('says of a line without quotes that words alone were compared', () => {
    expect(judge('It mentions openings', REPLIES).reasoning).toMatch(/Words alone were compared/);
    expect(judge('Says "hello"', REPLIES).reasoning).not.toMatch(/alone/);
  });

  it.each(['Says "hello"', 'Never says "hello"', 'At most 5 words'])(
    'lets silence pass nothing: %s',
    (rubric) => {
      expect(judge(rubric, []).result).toBe('fail');
    },
  );

  it('answers long rubrics in short time and within the limit', () => {
    const rubric = `${'Says "a" or '.repeat(800)}\n${'very '.repeat(80)}`;
    expect(judge(rubric, ['a '.repeat(10_000)]).reasoning.length).toBeLessThanOrEqual(10_000);
  });
});
