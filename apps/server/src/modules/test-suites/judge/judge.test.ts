import { type Model, ModelError, type ModelRequest } from '@kindling/conversation';
import { describe, expect, it } from 'vitest';
import { createJudge } from './judge.ts';

const LLM = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: null, model: 'm' };
const JUDGED = {
  replies: ['We open at nine.'],
  endedByAssistant: false,
  transcript: 'User: When?\nAI: We open at nine.',
};

/** A judge whose model gives these answers in turn. */
function judgeWith(...answers: (string | Error)[]) {
  const requests: ModelRequest[] = [];
  const model: Model = {
    provider: 'openai',
    async *respond(request) {
      request.signal?.throwIfAborted();
      const answer = answers[requests.push(request) - 1] ?? '';
      if (answer instanceof Error) throw answer;
      yield* answer.match(/.{1,7}/gs) ?? [];
    },
  };
  const judge = createJudge(LLM, { writer: () => model });
  const run = (rubric: string, judged = JUDGED, signal = new AbortController().signal) =>
    judge({ type: 'ai', rubric }, judged, signal);
  return { run, requests };
}

const verdicts = (...passed: boolean[]) =>
  JSON.stringify({
    verdicts: passed.map((one, index) => ({ number: index + 1, passed: one, why: 'So it is.' })),
  });

describe('a model that judges', () => {
  it('is asked for what no quote decides, and its verdict stands', async () => {
    const { run, requests } = judgeWith(`Here:\n${verdicts(true, false)}`);
    const { result, reasoning } = await run('Is kind\nSays "nine"\n- Names the street');
    expect(result).toBe('fail');
    expect(reasoning.split('\n').filter((_, index) => index % 2 === 0)).toEqual([
      'Pass: Is kind',
      'Pass: Says "nine"',
      'Fail: Names the street',
    ]);
    expect(reasoning).toContain('So it is.');
    const [request] = requests;
    expect(request?.temperature).toBe(0);
    expect(request?.messages.at(-1)?.content).toContain('1. Is kind\n2. Names the street');
    expect(request?.messages.at(-1)?.content).toContain(JSON.stringify(JUDGED.transcript));
  });

  it.each(['Says "nine"', 'At most 9 words', 'Does not end the call'])(
    'is not asked about %s',
    async (rubric) => {
      const { run, requests } = judgeWith();
      expect((await run(rubric)).result).toBe('pass');
      expect(requests).toHaveLength(0);
    },
  );

  it('is not asked where nothing was said', async () => {
    const { run, requests } = judgeWith(verdicts(true));
    expect((await run('Is kind', { ...JUDGED, replies: [] })).result).toBe('fail');
    expect(requests).toHaveLength(0);
  });

  it.each([
    'I think it passed.',
    verdicts(true, true),
    '{"verdicts":[{"number":2,"passed":true,"why":""}]}',
    '{"verdicts":[{"number":1,"passed":"yes","why":""}]}',
    '',
  ])('is asked again after %j, once', async (answer) => {
    const mended = judgeWith(answer, verdicts(true));
    expect((await mended.run('Is kind')).result).toBe('pass');
    const lost = judgeWith(answer, answer, verdicts(true));
    const { result, reasoning } = await lost.run('Is kind');
    expect([result, lost.requests.length]).toEqual(['fail', 2]);
    expect(reasoning).toMatch(/Not judged: .*no verdict/);
  });

  it('that does not answer passes nothing, and says so', async () => {
    const { run } = judgeWith(new ModelError('model_timeout', 'It took too long.'));
    const { result, reasoning } = await run('Is kind\nSays "nine"');
    expect(result).toBe('fail');
    expect(reasoning).toContain('Not judged: It took too long.');
    expect(reasoning).toContain('Pass: Says "nine"');
  });

  it('stops with the run', async () => {
    const { run } = judgeWith(verdicts(true));
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(run('Is kind', JUDGED, stopped)).rejects.toThrow('enough');
  });
});

it('is the words alone where the server has no model', async () => {
  const judge = createJudge(null, {
    writer: () => {
      throw new Error('There is no model.');
    },
  });
  const signal = new AbortController().signal;
  expect(await judge({ type: 'ai', rubric: 'It opens' }, JUDGED, signal)).toMatchObject({
    result: 'pass',
    reasoning: expect.stringMatching(/Words alone/),
  });
});
