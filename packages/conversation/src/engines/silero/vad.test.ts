import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { VadStream } from '../../recognition/vad.ts';
import { loadRecordings } from '../../testing/speech-recordings.ts';
import { createSileroVad } from './vad.ts';

const RATE = 16_000;
const vad = createSileroVad({ prepared: 1 });
afterAll(() => vad.close());

function listen(stream: VadStream, pcm: Float32Array): number[] {
  const verdicts: number[] = [];
  for (let at = 0; at + stream.frameSamples <= pcm.length; at += stream.frameSamples) {
    verdicts.push(stream.process(pcm.subarray(at, at + stream.frameSamples)));
  }
  return verdicts;
}

function withStream<T>(use: (stream: VadStream) => T): T {
  const stream = vad.open();
  try {
    return use(stream);
  } finally {
    stream.close();
  }
}

function noise(seconds: number, loudness: number): Float32Array {
  let seed = 7;
  return Float32Array.from({ length: seconds * RATE }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * loudness;
  });
}

const share = (verdicts: readonly number[]) =>
  verdicts.reduce((sum, verdict) => sum + verdict, 0) / verdicts.length;

describe('Silero VAD', () => {
  it('hears no speech in silence, noise or a tone', () => {
    const tone = Float32Array.from(
      { length: 2 * RATE },
      (_, index) => Math.sin((index * 440 * 2 * Math.PI) / RATE) * 0.3,
    );
    for (const pcm of [new Float32Array(2 * RATE), noise(2, 0.002), noise(2, 0.3), tone]) {
      expect(share(withStream((stream) => listen(stream, pcm)))).toBe(0);
    }
  });

  it('hears human speech, begins and ends with it', (context) => {
    const recordings = loadRecordings();
    if (recordings === undefined) return context.skip();
    for (const { pcm } of recordings) {
      const quiet = noise(1, 0.001);
      const all = new Float32Array(quiet.length * 2 + pcm.length);
      all.set(quiet);
      all.set(pcm, quiet.length);
      all.set(quiet, quiet.length + pcm.length);
      const verdicts = withStream((stream) => listen(stream, all));
      const frames = (samples: number) => Math.floor(samples / 512);
      expect(share(verdicts.slice(0, frames(quiet.length)))).toBe(0);
      const spoken = verdicts.slice(frames(quiet.length), frames(quiet.length + pcm.length));
      expect(share(spoken)).toBeGreaterThan(0.4);
      expect(share(verdicts.slice(-24))).toBe(0);
    }
  });

  it('hears speech after long silence as after a moment of it', (context) => {
    const pcm = loadRecordings()?.[0]?.pcm;
    if (pcm === undefined) return context.skip();
    const after = (frames: number) => {
      const all = new Float32Array(frames * 512 + pcm.length);
      all.set(pcm, frames * 512);
      return withStream((stream) => listen(stream, all)).slice(frames);
    };
    const heard = after(8);
    const late = after(200);
    const different = late.filter((verdict, index) => verdict !== heard[index]).length;
    expect(share(late)).toBeGreaterThan(0.4);
    expect(different).toBeLessThanOrEqual(2);
  });

  it('gives a later stream nothing of an earlier one', (context) => {
    const pcm = loadRecordings()?.[0]?.pcm;
    if (pcm === undefined) return context.skip();
    const first = withStream((stream) => listen(stream, pcm));
    expect(withStream((stream) => listen(stream, pcm))).toEqual(first);
  });

  it('goes on hearing speech without a gap where the segment is begun anew', (context) => {
    const speech = loadRecordings()?.find(({ pcm }) => pcm.length > 6 * RATE)?.pcm;
    if (speech === undefined) return context.skip();
    const stretch = speech.subarray(RATE, 4 * RATE);
    const verdicts = withStream((stream) =>
      Array.from({ length: 10 }, () => listen(stream, stretch)).flat(),
    );
    const expected = withStream((stream) => listen(stream, stretch));
    expect(share(verdicts.slice(600, 660))).toBe(1);
    expect(share(verdicts)).toBeGreaterThanOrEqual(share(expected));
  });

  it('refuses frames of another length, and use after close', () => {
    const stream = vad.open();
    expect(() => stream.process(new Float32Array(480))).toThrow(RangeError);
    stream.close();
    stream.close();
    expect(() => stream.process(new Float32Array(512))).toThrow(
      expect.objectContaining({ code: 'engine_closed' }),
    );
    const other = createSileroVad({ prepared: 0 });
    other.close();
    expect(() => other.open()).toThrow(expect.objectContaining({ code: 'engine_closed' }));
  });
});

it.skipIf(process.platform === 'win32')(
  'out of descriptors it throws, and nothing dies',
  async () => {
    const script = `
    import { openSync } from 'node:fs';
    import { createSileroVad } from '${new URL('./vad.ts', import.meta.url).href}';
    const vad = createSileroVad({ prepared: 0 });
    try { for (;;) openSync('/dev/null'); } catch {}
    try { vad.open(); } catch (error) { process.stdout.write(error.code); }`;
    const limited = 'ulimit -n 90; exec "$0" --input-type=module -e "$1"';
    const run = promisify(execFile)('sh', ['-c', limited, process.execPath, script]);
    expect((await run).stdout).toBe('engine_failed');
  },
);
