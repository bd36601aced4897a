import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import type { Model } from './model.ts';
import { createModelChain } from './model-chain.ts';
import { ModelError } from './openai/model-error.ts';

const PASSING = new ModelError('model_unavailable', 'It failed.');
const LASTING = new ModelError('model_unauthorized', 'It refused the key.');
const MESSAGES = [{ role: 'user', content: 'Hello.' }] as const;

function scripted(provider: string) {
  const script = { error: null as Error | null, words: [provider], asked: 0, hangs: false };
  const model: Model = {
    provider,
    async *respond() {
      script.asked += 1;
      if (script.hangs) await new Promise(() => {});
      if (script.error !== null && script.words.length === 1) throw script.error;
      for (const word of script.words) {
        if (script.error !== null && word === script.words.at(-1)) throw script.error;
        yield word;
      }
    },
  };
  return { script, named: { name: provider, model } };
}

function chainOf() {
  const clock = createVirtualClock();
  const [first, second, last] = [scripted('a'), scripted('b'), scripted('guide')];
  const switches: string[] = [];
  const chain = createModelChain({
    models: [first.named, second.named, last.named],
    clock,
    onSwitch: ({ from, to }) => switches.push(`${from} > ${to}`),
  });
  const ask = async (signal?: AbortSignal) => {
    let said = '';
    const request = { messages: MESSAGES, ...(signal && { signal }) };
    for await (const piece of chain.respond(request)) said += piece;
    return said;
  };
  return { clock, ask, switches, a: first.script, b: second.script, guide: last.script };
}

describe('models behind each other', () => {
  it('answer with the first alone while it answers', async () => {
    const { ask, switches, b } = chainOf();
    expect([await ask(), b.asked, switches]).toEqual(['a', 0, []]);
  });

  it('answer with the next where one fails before it says anything', async () => {
    const { ask, switches, a, b } = chainOf();
    a.error = PASSING;
    expect(await ask()).toBe('b');
    b.error = PASSING;
    expect(await ask()).toBe('guide');
    expect(switches).toEqual(['a > b', 'b > guide']);
  });

  it('never say two answers to one turn', async () => {
    const { ask, a, b, switches } = chainOf();
    Object.assign(a, { words: ['I was ', 'about to'], error: PASSING });
    await expect(ask()).rejects.toBe(PASSING);
    expect([b.asked, switches]).toEqual([0, []]);
  });

  it('leave one alone for a while that failed, and for good where it was refused', async () => {
    const { ask, a, b, clock } = chainOf();
    a.error = LASTING;
    b.error = PASSING;
    for (const _ of [1, 2]) expect(await ask()).toBe('guide');
    expect([a.asked, b.asked]).toEqual([1, 1]);
    await clock.advance(30_000);
    b.error = null;
    expect(await ask()).toBe('b');
    expect(a.asked).toBe(1);
  });

  it('wait for one that is silent for ten seconds, and for all of them fifteen', async () => {
    const { ask, a, b, clock } = chainOf();
    a.hangs = true;
    b.hangs = true;
    const said = ask();
    await clock.advance(10_000);
    expect([a.asked, b.asked]).toEqual([1, 1]);
    await clock.advance(5_000);
    expect(await said).toBe('guide');
  });

  it('ask nobody else after a cut', async () => {
    const { ask, a, b, switches, clock } = chainOf();
    const controller = new AbortController();
    a.hangs = true;
    const said = ask(controller.signal);
    await clock.advance(100);
    controller.abort(new Error('cut'));
    await expect(said).rejects.toThrow('cut');
    expect([b.asked, switches]).toEqual([0, []]);
  });

  it('fail only with the last', async () => {
    const { ask, a, b, guide } = chainOf();
    for (const one of [a, b, guide]) one.error = PASSING;
    await expect(ask()).rejects.toBe(PASSING);
  });
});
