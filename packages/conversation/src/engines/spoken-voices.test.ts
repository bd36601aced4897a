import { expect, it } from 'vitest';
import type { Voice, VoiceRequest } from '../playout/voice.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import type { NeuralVoice } from './neural/neural-voice.ts';
import type { SynthesisRequest } from './neural/synthesis-child.ts';
import { createSpokenVoices, type VoiceFallback } from './spoken-voices.ts';

const FIRST = 'Every teacher can see how the class is doing,';
const SECOND = 'and every student has a tutor to ask.';
const SENTENCE = `${FIRST} ${SECOND}`;

function tone(samples: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, index) => Math.sin(index / 8) * 5_000);
}

function setUp() {
  const clock = createVirtualClock();
  const asked: (SynthesisRequest & { readonly by: string })[] = [];
  const byFlite: string[] = [];
  const fallbacks: VoiceFallback[] = [];
  const state = { busy: false, speak: async (_: string): Promise<Int16Array> => tone(22_050) };

  const neural = (name: string, voiceIds: readonly string[]): NeuralVoice => ({
    model: {
      name,
      engine: 'piper',
      folder: '/nowhere',
      pronunciationFolder: null,
      speakers: voiceIds.map((voiceId, speaker) => ({ voiceId, speaker: speaker + 10 })),
    },
    sampleRate: 22_050,
    unavailable: () => (state.busy ? 'busy' : null),
    speak(request) {
      asked.push({ ...request, by: name });
      return state.speak(request.text);
    },
    close: async () => {},
  });
  const flite: Voice = {
    provider: 'flite',
    sampleRate: 16_000,
    async *synthesize({ text }) {
      byFlite.push(text);
      yield tone(16_000);
    },
    close: async () => {},
  };
  const voice = createSpokenVoices({
    flite,
    neural: [neural('joe', ['joe']), neural('many', ['many-1', 'many-2'])],
    clock,
    onFallback: (fallback) => fallbacks.push(fallback),
  });
  const say = async (request: Partial<VoiceRequest> = {}) => {
    const chunks: Int16Array[] = [];
    for await (const chunk of voice.synthesize({ text: SENTENCE, ...request })) chunks.push(chunk);
    return chunks;
  };
  return { clock, asked, byFlite, fallbacks, state, voice, say };
}

it('says clause by clause, each heard while the next is made', async () => {
  const { asked, byFlite, voice } = setUp();
  const chunks = voice.synthesize({ text: SENTENCE })[Symbol.asyncIterator]();
  expect((await chunks.next()).value).toHaveLength(2_205);
  expect(asked.map(({ text }) => text)).toEqual([FIRST]);
  while (!(await chunks.next()).done);
  expect(asked.map(({ text }) => text)).toEqual([FIRST, SECOND]);
  expect([byFlite, voice.provider, voice.sampleRate]).toEqual([[], 'joe', 22_050]);
});

it('has the voice that is named, and the first where it has none of that name', async () => {
  const { asked, byFlite, say } = setUp();
  for (const voiceId of ['MANY-2', 'nobody', 'RMS'])
    await say({ text: 'Hello.', voiceId, speed: 9 });
  expect(asked.map(({ by, speaker, speed }) => [by, speaker, speed])).toEqual([
    ['many', 11, 2],
    ['joe', 10, 2],
  ]);
  expect(byFlite).toEqual(['Hello.']);
});

it('does not make twice what it said before, not even while it is busy', async () => {
  const { asked, byFlite, state, say } = setUp();
  const once = await say();
  const copy = once.map((chunk) => chunk.slice());
  for (const chunk of once) chunk.fill(0);
  state.busy = true;
  expect(await say()).toEqual(copy);
  expect([asked.length, byFlite.length]).toEqual([2, 0]);
});

it('leaves a sentence to Flite while the voice is busy, at the same sample rate', async () => {
  const { fallbacks, byFlite, state, say } = setUp();
  state.busy = true;
  const samples = (await say()).reduce((sum, chunk) => sum + chunk.length, 0);
  expect(samples / 22_050).toBeCloseTo(1, 2);
  expect(byFlite).toEqual([SENTENCE]);
  expect(fallbacks).toEqual([{ voice: 'joe', reason: 'busy' }]);
});

it('does not wait long for the first sound', async () => {
  const { clock, fallbacks, byFlite, state, say } = setUp();
  state.speak = () => new Promise(() => {});
  const saying = say();
  await clock.advance(1_300);
  expect((await saying).length).toBeGreaterThan(0);
  expect(byFlite).toEqual([SENTENCE]);
  expect(fallbacks).toMatchObject([{ reason: 'late' }]);
});

it('has Flite say the rest where the voice breaks off', async () => {
  const { fallbacks, byFlite, state, say } = setUp();
  state.speak = async (text) => {
    if (text === SECOND) throw new Error('gone');
    return tone(22_050);
  };
  await say();
  expect(byFlite).toEqual([SECOND]);
  expect(fallbacks).toMatchObject([{ reason: 'failed', error: { message: 'gone' } }]);
});

it('stops when it is aborted, and nobody speaks instead', async () => {
  const { asked, byFlite, fallbacks, state, say } = setUp();
  expect(await say({ signal: AbortSignal.abort() })).toEqual([]);
  const controller = new AbortController();
  state.speak = async () => {
    controller.abort(new Error('cut'));
    throw controller.signal.reason;
  };
  expect(await say({ signal: controller.signal })).toEqual([]);
  expect([asked.length, byFlite, fallbacks]).toEqual([1, [], []]);
});

it('says nothing where there is nothing to say', async () => {
  const { asked, say } = setUp();
  expect(await say({ text: ' … 😀 ' })).toEqual([]);
  expect(asked).toEqual([]);
});
