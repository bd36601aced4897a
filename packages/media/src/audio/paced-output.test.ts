import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createPacedOutput } from './paced-output.ts';
import type { TalkspurtFrame } from './talkspurt.ts';
import { createTicker } from './ticker.ts';

const FRAME = 320;

function setUp(ready = () => true, hasBackground = false) {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const ticker = createTicker({ clock, onError });
  const frames: (TalkspurtFrame & { pcm: Int16Array; at: number })[] = [];
  const output = createPacedOutput({
    sampleRate: 16_000,
    clock,
    ticker,
    onFrame: (pcm, slot) => void frames.push({ ...slot, pcm: pcm.slice(), at: clock.now() }),
    isReady: ready,
    hums: () => hasBackground && ready(),
    onError,
  });
  return { clock, output, frames, errors };
}

/** 1, 2, 3 …: each sample is its own position; never 0, which is padding. */
const ramp = (samples: number, from = 0) =>
  Int16Array.from({ length: samples }, (_, index) => ((from + index) % 30_000) + 1);

const heard = (frames: readonly { pcm: Int16Array }[]) =>
  frames.flatMap((frame) => [...frame.pcm].filter((sample) => sample !== 0));

describe('paced output', () => {
  test('the first frame leaves at once, the rest in real time with a lead of one frame', () => {
    const { clock, output, frames } = setUp();
    output.write(ramp(FRAME * 50));
    expect(frames.length).toBe(2);
    for (let step = 0; step < 40; step++) {
      clock.advance(20);
      expect(Math.abs(frames.length - (step + 3))).toBeLessThanOrEqual(1);
    }
    expect(frames[0]?.first).toBe(true);
    expect(frames.slice(1).some((frame) => frame.first)).toBe(false);
    frames.slice(1).forEach((frame, index) => {
      expect(frame.time - (frames[index]?.time ?? 0)).toBe(20);
    });
  });

  test('all that is written is sent, whatever the pieces; positions are monotone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ size: fc.nat(1_000), wait: fc.nat(60) }), { maxLength: 30 }),
        (pieces) => {
          const { clock, output, frames } = setUp();
          const positions: number[] = [];
          output.onPlayed((played) => positions.push(played));
          let written = 0;
          for (const { size, wait } of pieces) {
            output.write(ramp(size, written));
            written += size;
            expect(output.writtenSamples).toBe(written);
            clock.advance(wait);
          }
          clock.advance(2_000 + written / 16);
          expect(heard(frames)).toEqual([...ramp(written)]);
          expect(output.playedSamples).toBe(written);
          expect(positions).toEqual([...positions].sort((a, b) => a - b));
          expect(clock.pending).toBe(0);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('clear cuts at exactly what was played', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.nat(1_500), (size, wait) => {
        const { clock, output, frames } = setUp();
        output.write(ramp(size));
        clock.advance(wait);
        const cut = output.clear();
        expect(output.playedSamples).toBe(cut);
        expect(output.writtenSamples).toBe(cut);
        clock.advance(500);
        expect(heard(frames)).toEqual([...ramp(cut)]);
      }),
      { numRuns: 50 },
    );
  });

  test('pause and resume lose and repeat no sample', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.nat(400), fc.nat(300), (before, during, size) => {
        const { clock, output, frames } = setUp();
        const total = 8_000 + size;
        output.write(ramp(total));
        clock.advance(before);
        output.pause();
        const at = output.playedSamples;
        clock.advance(during);
        expect(output.playedSamples).toBe(at);
        output.resume();
        clock.advance(1_500);
        expect(heard(frames)).toEqual([...ramp(total)]);
      }),
      { numRuns: 50 },
    );
  });

  test('a new talkspurt is marked, and its time follows the clock', () => {
    const { clock, output, frames } = setUp();
    output.write(ramp(FRAME));
    clock.advance(1_000);
    const sent = frames.length;
    output.write(ramp(FRAME));
    expect(frames[sent]).toMatchObject({ first: true, time: 2_000 });
  });

  test('two frames of silence follow the last words, then nothing is sent', () => {
    const { clock, output, frames } = setUp();
    output.write(ramp(FRAME * 3));
    clock.advance(1_000);
    expect(frames.map((frame) => frame.pcm.some((sample) => sample !== 0))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(output.playedSamples).toBe(FRAME * 3);
  });

  test('a process that stood still skips time instead of sending a burst', () => {
    const { clock, output, frames } = setUp();
    output.write(ramp(FRAME * 100));
    const { schedule } = clock;
    // One timer comes 700 ms late.
    clock.schedule = (delay, callback) => schedule(delay + 700, callback);
    clock.advance(20);
    clock.schedule = schedule;
    const before = frames.length;
    clock.advance(720);
    expect(frames.length - before).toBeLessThan(6);
    expect(frames.filter((frame) => frame.first).length).toBe(2);
  });

  test('gain moves in a straight line over the ramp and saturates', () => {
    const { clock, output, frames } = setUp();
    output.write(new Int16Array(FRAME * 20).fill(20_000));
    clock.advance(100);
    const played = output.playedSamples;
    output.setGain(0.25, 40);
    clock.advance(200);
    const samples = frames.flatMap((frame) => [...frame.pcm]);
    expect(samples[played - 1]).toBe(20_000);
    expect(samples[played + 319]).toBe(12_500);
    expect(samples[played + 639]).toBe(5_000);
    expect(samples[played + 2_000]).toBe(5_000);
    output.setGain(4, 0);
    clock.advance(60);
    expect(frames.at(-1)?.pcm[0]).toBe(32_767);
    expect(() => output.setGain(Number.NaN, 0)).toThrow(RangeError);
  });

  test('waits while nobody can hear, and goes on where it was', () => {
    let ready = false;
    const { clock, output, frames } = setUp(() => ready);
    output.write(ramp(FRAME * 4));
    clock.advance(200);
    expect(frames.length).toBe(0);
    ready = true;
    output.wake();
    expect(frames.length).toBe(2);
    ready = false;
    clock.advance(500);
    expect(output.playedSamples).toBe(FRAME * 2);
    ready = true;
    output.wake();
    clock.advance(500);
    expect(heard(frames)).toEqual([...ramp(FRAME * 4)]);
  });

  test('listeners may pause, clear, write and stop from within', () => {
    const { clock, output, frames, errors } = setUp();
    output.write(ramp(FRAME * 10));
    const off = output.onPlayed((played) => {
      if (played === FRAME * 3) output.pause();
      if (played === FRAME * 3) throw new Error('a listener fails');
    });
    clock.advance(200);
    expect(output.playedSamples).toBe(FRAME * 3);
    expect(errors.length).toBe(1);
    off();
    output.onPlayed(() => output.stop());
    output.resume();
    clock.advance(200);
    expect(heard(frames).length).toBe(FRAME * 4);
    expect(clock.pending).toBe(0);
  });
});

describe('with something behind it', () => {
  test('frames go out all the time, and only what was written counts as played', () => {
    const { clock, output, frames } = setUp(() => true, true);
    output.wake();
    for (let step = 0; step < 25; step++) clock.advance(20);
    expect(frames.length).toBeGreaterThanOrEqual(25);
    expect(output.playedSamples).toBe(0);
    output.write(ramp(FRAME * 5));
    for (let step = 0; step < 20; step++) clock.advance(20);
    expect(heard(frames)).toEqual([...ramp(FRAME * 5)]);
    expect(output.playedSamples).toBe(FRAME * 5);
    // One talkspurt: no frame is late, and none is missing.
    expect(frames.filter(({ first }) => first)).toHaveLength(1);
    frames.slice(1).forEach((frame, index) => {
      expect(frame.time - (frames[index]?.time ?? 0)).toBe(20);
    });
  });

  test('nothing is sent while nobody listens', () => {
    const { clock, output, frames } = setUp(() => false, true);
    output.wake();
    for (let step = 0; step < 10; step++) clock.advance(20);
    expect(frames).toEqual([]);
  });
});
