import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transcriber } from '../../recognition/transcriber.ts';
import { countWordErrors, loadRecordings, plainWords } from '../../testing/speech-recordings.ts';
import { surround } from './prepare-speech.ts';
import { createMoonshineTranscriber } from './transcriber.ts';

const RATE = 16_000;
let transcriber: Transcriber;
beforeAll(async () => {
  // Other tests may take the processor.
  transcriber = await createMoonshineTranscriber({ maxAgainShare: Number.POSITIVE_INFINITY });
}, 30_000);
afterAll(() => transcriber.close());

function noise(seconds: number): Float32Array {
  let seed = 3;
  return Float32Array.from({ length: seconds * RATE }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 0.1;
  });
}

describe('Moonshine', () => {
  it('understands human speech: one word in twelve wrong at most', async (context) => {
    const recordings = loadRecordings();
    if (recordings === undefined) return context.skip();
    let errors = 0;
    let words = 0;
    for (const recording of recordings) {
      const { text } = await transcriber.transcribe(recording.pcm);
      const said = plainWords(recording.words);
      errors += countWordErrors(plainWords(text), said);
      words += said.length;
    }
    expect(words).toBeGreaterThan(80);
    expect(errors / words).toBeLessThan(1 / 12);
  }, 60_000);

  const otherwise = (pcm: Float32Array, signal = new AbortController().signal) =>
    Array.fromAsync(transcriber.transcribeOtherwise?.(pcm, signal) ?? []);

  it('hears the same in other forms, whatever silence there was around it', async (context) => {
    const [recording] = loadRecordings() ?? [];
    if (recording === undefined) return context.skip();
    const within = (before: number, after: number) => surround(recording.pcm, before, after);
    const once = await otherwise(within(3_200, 4_800));
    expect(once.map((texts) => texts.length)).toEqual([2, 2]);
    const said = plainWords(recording.words);
    for (const text of once.flat())
      expect(countWordErrors(plainWords(text), said) / said.length).toBeLessThan(0.35);
    expect(await otherwise(within(9_600, 12_800))).toEqual(once);
  });

  it('hears no other forms of silence or of what is too long, nor when it is aborted', async () => {
    expect(await otherwise(new Float32Array(RATE))).toEqual([]);
    expect(await otherwise(noise(25))).toEqual([]);
    expect(await otherwise(noise(1), AbortSignal.abort())).toEqual([]);
  });

  it('has no time for other forms while the process takes more than it may', async () => {
    const busy = await createMoonshineTranscriber({ maxAgainShare: Number.MIN_VALUE });
    const { signal } = new AbortController();
    const hear = () => Array.fromAsync(busy.transcribeOtherwise?.(noise(1), signal) ?? []);
    try {
      // The load is that of the last half second.
      await expect.poll(hear, { interval: 600 }).toEqual([]);
    } finally {
      await busy.close();
    }
  }, 30_000);

  it('answers the same for several at once as for one', async (context) => {
    const recordings = loadRecordings();
    if (recordings === undefined) return context.skip();
    const few = recordings.slice(0, 4);
    const alone: string[] = [];
    for (const { pcm } of few) alone.push((await transcriber.transcribe(pcm)).text);
    const together = await Promise.all(few.map(({ pcm }) => transcriber.transcribe(pcm)));
    expect(together.map(({ text }) => text)).toEqual(alone);
  }, 60_000);

  it('understands speech longer than the model takes, cut at a pause', async (context) => {
    const novel = loadRecordings()?.filter(({ words }) => words.length > 40);
    if (novel === undefined) return context.skip();
    const parts = [...novel, ...novel].map(({ pcm }) => pcm);
    const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    expect(all.length).toBeGreaterThan(30 * RATE);
    const said = plainWords([...novel, ...novel].map(({ words }) => words).join(' '));
    const { text } = await transcriber.transcribe(all);
    expect(countWordErrors(plainWords(text), said) / said.length).toBeLessThan(0.15);
  }, 60_000);

  it('hears no words in silence, noise, or what is too short for a word', async () => {
    for (const pcm of [
      new Float32Array(0),
      new Float32Array(RATE),
      noise(2),
      noise(0.5),
      noise(0.05),
    ]) {
      expect(await transcriber.transcribe(pcm)).toEqual({ text: '' });
    }
  });

  it('drops what is aborted, before and while it runs, and goes on', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(transcriber.transcribe(noise(1), { signal: gone })).rejects.toThrow('gone');
    const controller = new AbortController();
    const work = Array.from({ length: 6 }, () =>
      transcriber.transcribe(noise(3), { signal: controller.signal }),
    );
    controller.abort(new Error('cut'));
    for (const one of await Promise.allSettled(work)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { message: 'cut' } });
    }
    expect(await transcriber.transcribe(noise(0.3))).toEqual({ text: '' });
  });
});
