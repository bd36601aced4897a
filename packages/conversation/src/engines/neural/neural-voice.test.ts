import { tmpdir } from 'node:os';
import { createSystemClock } from '@kindling/protocol/clock';
import { expect, it } from 'vitest';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import { EngineError } from '../engine-error.ts';
import type { NeuralModel } from './neural-model.ts';
import { createNeuralVoice } from './neural-voice.ts';
import type { SynthesisChild } from './synthesis-child.ts';

const MODEL: NeuralModel = {
  name: 'made-up',
  engine: 'kitten',
  folder: '/nowhere',
  pronunciationFolder: '/nowhere',
  speakers: [{ voiceId: 'made-up', speaker: 0 }],
};
const ASKED = { text: 'How are you?', speaker: 0, speed: 1 };

interface FakeChild extends SynthesisChild {
  isGone: boolean;
  speak: SynthesisChild['speak'];
}

async function setUp(processes = 1) {
  const clock = createVirtualClock();
  const children: FakeChild[] = [];
  const voice = await createNeuralVoice(MODEL, {
    cacheFolder: '/nowhere',
    clock,
    processes,
    start: async () => {
      const child: FakeChild = {
        sampleRate: 24_000,
        isGone: false,
        speak: async () => new Int16Array(10).fill(children.indexOf(child) + 1),
        close: async () => {
          child.isGone = true;
        },
      };
      children.push(child);
      return child;
    },
  });
  return { clock, children, voice };
}

const settled = () => new Promise(setImmediate);

it('starts another process when one has died, and is not there until it is', async () => {
  const { clock, children, voice } = await setUp();
  const [first] = children;
  if (first === undefined) throw new Error('No process was started.');
  first.isGone = true;
  first.speak = () => Promise.reject(new EngineError('engine_failed', 'gone'));
  await expect(voice.speak(ASKED)).rejects.toThrow('gone');
  // It has just been started: one that dies at once is not started for every sentence.
  expect([voice.unavailable(), children.length]).toEqual(['failed', 1]);
  await clock.advance(16_000);
  expect([voice.unavailable(), children.length]).toEqual(['failed', 2]);
  await settled();
  expect(voice.unavailable()).toBe(null);
  expect(await voice.speak(ASKED)).toEqual(new Int16Array(10).fill(2));
  await voice.close();
});

it('goes on in the other processes', async () => {
  const { children, voice } = await setUp(2);
  const [, second] = children;
  if (second === undefined) throw new Error('One process is missing.');
  second.isGone = true;
  expect(voice.unavailable()).toBe(null);
  for (let times = 0; times < 3; times += 1) {
    expect(await voice.speak(ASKED)).toEqual(new Int16Array(10).fill(1));
  }
  await voice.close();
});

it('ends a process that hangs', async () => {
  const { clock, children, voice } = await setUp();
  const [first] = children;
  if (first === undefined) throw new Error('No process was started.');
  let hang: (error: Error) => void = () => {};
  first.speak = () =>
    new Promise((_, reject) => {
      hang = reject;
    });
  first.close = async () => {
    first.isGone = true;
    hang(new EngineError('engine_closed', 'closed'));
  };
  const speaking = expect(voice.speak(ASKED)).rejects.toThrow('closed');
  await settled();
  await clock.advance(21_000);
  await speaking;
  expect(voice.unavailable()).toBe('failed');
  await voice.close();
});

it('is busy with what waits, and not with what was given up before it began', async () => {
  const { clock, children, voice } = await setUp();
  await voice.speak(ASKED);
  const [first] = children;
  if (first === undefined) throw new Error('No process was started.');
  first.speak = async () => {
    await clock.advance(400);
    return new Int16Array(1);
  };
  // 20 ms a character.
  await voice.speak({ ...ASKED, text: 'x'.repeat(20) });
  first.speak = () => new Promise(() => {});
  void voice.speak({ ...ASKED, text: 'x'.repeat(10) }).catch(() => undefined);
  expect(voice.unavailable()).toBe(null);
  const controller = new AbortController();
  const waiting = voice.speak({ ...ASKED, text: 'x'.repeat(30) }, controller.signal);
  expect(voice.unavailable()).toBe('busy');
  controller.abort(new Error('cut'));
  await expect(waiting).rejects.toThrow('cut');
  expect(voice.unavailable()).toBe(null);
});

it('survives a model that makes the library end its process', async () => {
  const loading = createNeuralVoice(MODEL, {
    cacheFolder: tmpdir(),
    clock: createSystemClock(),
    processes: 1,
  });
  await expect(loading).rejects.toMatchObject({
    code: 'engine_failed',
    message: expect.stringContaining('The voice made-up did not speak'),
  });
});
