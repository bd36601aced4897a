import { afterEach, describe, expect, it, vi } from 'vitest';
import { wireParticipant } from '../../testing/fake-engine.ts';
import { captureEarlyAudio } from './early-audio.ts';
import { EarlyVoice } from './early-voice.ts';

afterEach(() => vi.unstubAllGlobals());

const FRAMES = 480;
const track = { id: 'microphone' } as unknown as MediaStreamTrack;

/** Ten milliseconds of one level. */
function frame(level: number) {
  return {
    numberOfFrames: FRAMES,
    sampleRate: 48_000,
    copyTo: (samples: Float32Array) => samples.fill(level),
    close: vi.fn(),
  };
}

function install() {
  let controller: ReadableStreamDefaultController | null = null;
  let cancelled = false;
  vi.stubGlobal(
    'MediaStreamTrackProcessor',
    class {
      readonly readable = new ReadableStream({
        start(given) {
          controller = given;
        },
        cancel() {
          cancelled = true;
        },
      });
    },
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    async say(level: number, hundredths: number) {
      const frames = Array.from({ length: hundredths }, () => frame(level));
      for (const one of frames) controller?.enqueue(one);
      await settle();
      return frames;
    },
    isCancelled: () => cancelled,
  };
}

function samplesOf(pcm: string): Int16Array {
  return new Int16Array(new Uint8Array(Buffer.from(pcm, 'base64')).buffer);
}

describe('hearEarly', () => {
  it('gives what was said at 16 kHz, in pieces after an empty one', async () => {
    const { say, isCancelled } = install();
    const early = captureEarlyAudio(track);
    const frames = await say(0.5, 70);
    const chunks = early?.stop() ?? [];
    expect(chunks.map(({ pcm, last }) => [samplesOf(pcm).length, last])).toEqual([
      [0, false],
      [8_000, false],
      [3_200, true],
    ]);
    expect(samplesOf(chunks[1]?.pcm ?? '')[100]).toBeCloseTo(16_383, -1);
    expect(frames.every((one) => one.close.mock.calls.length === 1)).toBe(true);
    expect(isCancelled()).toBe(true);
    expect(early?.stop()).toEqual([]);
  });

  it('sends nothing when nothing was to be heard', async () => {
    const { say } = install();
    const early = captureEarlyAudio(track);
    await say(0.001, 50);
    expect(early?.stop()).toEqual([]);
  });

  it('keeps ten seconds and lets go of the microphone then', async () => {
    const { say, isCancelled } = install();
    const early = captureEarlyAudio(track);
    await say(0.5, 1_005);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isCancelled()).toBe(true);
    const samples = (early?.stop() ?? []).map(({ pcm }) => samplesOf(pcm).length);
    expect(samples.reduce((sum, one) => sum + one, 0)).toBe(160_000);
  });

  it('does without where the browser cannot', () => {
    expect(captureEarlyAudio(track)).toBeNull();
  });
});

describe('EarlyVoice', () => {
  const microphone = { name: 'audio', media: 'audio', track, on: true } as const;
  const agent = { ...wireParticipant('agent'), participantType: 'agent' } as const;

  it('holds the microphone back until it says what it heard', async () => {
    const { say } = install();
    const voice = new EarlyVoice();
    voice.start(microphone);
    expect(voice.holdBack([microphone])).toEqual([{ ...microphone, track: null }]);
    expect(voice.keepsBack(microphone)).toBe(true);
    await say(0.5, 10);
    expect(voice.finish([agent])).toHaveLength(2);
    expect(voice.holdBack([microphone])).toEqual([microphone]);
  });

  it('people do not hear it late', async () => {
    const { say } = install();
    const voice = new EarlyVoice();
    voice.start(microphone);
    await say(0.5, 10);
    expect(voice.finish([wireParticipant('ada')])).toEqual([]);
  });

  it('who mutes meanwhile is not heard', async () => {
    const { say, isCancelled } = install();
    const voice = new EarlyVoice();
    voice.start(microphone);
    await say(0.5, 10);
    expect(voice.keepsBack({ ...microphone, on: false })).toBe(false);
    expect(isCancelled()).toBe(true);
    expect(voice.finish([agent])).toEqual([]);
  });

  it('a microphone that starts muted is not listened to', () => {
    install();
    const voice = new EarlyVoice();
    voice.start({ ...microphone, on: false });
    expect(voice.holdBack([microphone])).toEqual([microphone]);
  });
});
