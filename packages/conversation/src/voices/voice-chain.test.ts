import { describe, expect, it } from 'vitest';
import type { Voice, VoiceRequest } from '../playout/voice.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { restOfText } from './rest-of-text.ts';
import { createVoiceChain, type VoiceSwitch } from './voice-chain.ts';
import { VoiceError } from './voice-error.ts';

const TEXT = 'The school opens at eight and closes at four in the afternoon.';
const PASSING = new VoiceError('voice_unavailable', 'It failed.');
const LASTING = new VoiceError('voice_unauthorized', 'It refused the key.');

interface Script {
  error: Error | null;
  /** Of what is heard before it fails. */
  seconds: number;
  readonly asked: VoiceRequest[];
}

function scripted(provider: string, sampleRate = 1_000): Voice & Script {
  const voice: Voice & Script = {
    provider,
    sampleRate,
    error: null,
    seconds: 0,
    asked: [],
    async *synthesize(request) {
      voice.asked.push(request);
      if (voice.seconds > 0) yield new Int16Array(voice.seconds * sampleRate);
      if (voice.error !== null) throw voice.error;
      yield new Int16Array(sampleRate);
    },
    close: async () => {},
  };
  return voice;
}

function chainOf() {
  const clock = createVirtualClock();
  const [first, second, own] = [scripted('a'), scripted('b'), scripted('own', 500)];
  const switches: VoiceSwitch[] = [];
  const chain = createVoiceChain({
    hosted: [{ voice: first }, { voice: second }],
    own: { voice: own, voiceId: 'slt', speed: 1.1 },
    clock,
    onSwitch: (change) => switches.push(change),
  });
  const say = async (signal?: AbortSignal) => {
    let samples = 0;
    for await (const chunk of chain.synthesize({ text: TEXT, ...(signal && { signal }) }))
      samples += chunk.length;
    return samples;
  };
  const routes = () => switches.map(({ from, to }) => `${from} > ${to}`);
  return { clock, first, second, own, chain, say, routes, switches };
}

describe('voices behind each other', () => {
  it('speak with the first alone while it speaks', async () => {
    const { say, first, second, routes } = chainOf();
    expect(await say()).toBe(1_000);
    expect([first.asked.length, second.asked.length]).toEqual([1, 0]);
    expect(routes()).toEqual([]);
  });

  it('say the whole sentence with the next where nothing was heard', async () => {
    const { say, first, second, routes, switches } = chainOf();
    first.error = PASSING;
    expect(await say()).toBe(1_000);
    expect(second.asked[0]?.text).toBe(TEXT);
    expect(routes()).toEqual(['a > b']);
    expect(switches[0]?.error).toBe(PASSING);
  });

  it('go on in the same sentence where some of it was heard', async () => {
    const { say, first, second } = chainOf();
    Object.assign(first, { error: PASSING, seconds: 2 });
    expect(await say()).toBe(3_000);
    expect(second.asked[0]?.text).toBe('eight and closes at four in the afternoon.');
  });

  it('end with this machine’s, at the rate of the chain and with a voice of its own', async () => {
    const { say, first, second, own, routes } = chainOf();
    first.error = PASSING;
    second.error = LASTING;
    expect(await say()).toBe(1_000);
    expect(own.asked[0]).toEqual({ text: TEXT, voiceId: 'slt', speed: 1.1 });
    expect(routes()).toEqual(['a > b', 'b > own']);
  });

  it('leave one alone for a while that failed, and for good where it was refused', async () => {
    const { say, first, second, clock } = chainOf();
    first.error = LASTING;
    second.error = PASSING;
    await say();
    await say();
    expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
    await clock.advance(30_000);
    await say();
    expect([first.asked.length, second.asked.length]).toEqual([1, 2]);
  });

  it('skip to this machine’s when the silence has lasted', async () => {
    const { say, first, second, clock, own, routes } = chainOf();
    // biome-ignore lint/correctness/useYield: it never gets so far.
    first.synthesize = async function* () {
      await clock.advance(5_000);
      throw PASSING;
    };
    await say();
    expect([second.asked.length, own.asked.length]).toEqual([0, 1]);
    expect(routes()).toEqual(['a > own']);
  });

  it('say nothing more after a cut', async () => {
    const { say, first, second, routes } = chainOf();
    const controller = new AbortController();
    first.synthesize = async function* () {
      yield new Int16Array(10);
      controller.abort();
      throw PASSING;
    };
    expect(await say(controller.signal)).toBe(10);
    expect(second.asked).toEqual([]);
    expect(routes()).toEqual([]);
  });

  it('fail only with this machine’s', async () => {
    const { say, first, second, own } = chainOf();
    for (const voice of [first, second, own]) voice.error = PASSING;
    await expect(say()).rejects.toBe(PASSING);
  });
});

it.each([
  [0, TEXT],
  [0.1, TEXT],
  [60, ''],
])('after %d seconds there is left of a sentence: %s', (seconds, rest) => {
  expect(restOfText(TEXT, seconds)).toBe(rest);
});

it('of slow speech, and of numbers, more is left to say', () => {
  expect(restOfText(TEXT, 2, 0.5)).toBe(restOfText(TEXT, 1));
  expect(restOfText('Call 555 0123, or write.', 2)).toBe('555 0123, or write.');
});
