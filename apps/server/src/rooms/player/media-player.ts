import type { PlayerParticipant } from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import { type DecodeOptions, decodeAudio, decodeVideo, PLAYER_RATE } from './decode-media.ts';
import { createIvfReader, type IvfFrame } from './ivf-frames.ts';

export interface MediaPlayerOptions extends DecodeOptions {
  readonly source: PlayerParticipant;
  readonly clock: Clock;
  /** Everything was played, or nothing of it can be. */
  readonly onEnded: (error: unknown) => void;
}

/** Plays a file to a room. */
export interface MediaPlayer {
  /** Resolves when the first sound or picture is there; rejects when there is neither. */
  readonly ready: Promise<void>;
  play(): void;
  pause(): void;
  close(): void;
}

/** Sound written ahead, and pictures kept ready. */
const AHEAD_SAMPLES = PLAYER_RATE / 2;
const AHEAD_FRAMES = 25;
const STEP = 20;

export function startMediaPlayer(options: MediaPlayerOptions): MediaPlayer {
  const { source, clock, onEnded } = options;
  const { output } = source;
  const audio = decodeAudio(options);
  const video = decodeVideo(options);
  const { promise: ready, resolve: setReady, reject: setFailed } = Promise.withResolvers<void>();
  const on = { audio: false, video: false };
  const frames: IvfFrame[] = [];
  /** Who waits until something was played. */
  const waiting = new Set<() => void>();
  let playing = false;
  let closed = false;
  /** Ms of the file that were played. */
  let elapsed = 0;
  let steppedAt = clock.now();
  const decoding = new Set<'audio' | 'video'>(['audio', 'video']);
  let cancelStep = () => {};

  function show(track: 'audio' | 'video'): void {
    if (on[track]) return;
    on[track] = true;
    source.setTracks({ ...on });
    setReady();
  }

  function wakeUp(): void {
    for (const wake of [...waiting]) wake();
    waiting.clear();
  }

  const somethingPlayed = () => new Promise<void>((resolve) => void waiting.add(resolve));

  async function pumpAudio(): Promise<void> {
    let rest = Buffer.alloc(0);
    for await (const chunk of audio.chunks) {
      const bytes = Buffer.concat([rest, chunk]);
      const whole = bytes.length - (bytes.length % 2);
      rest = bytes.subarray(whole);
      while (!closed && output.writtenSamples - output.playedSamples > AHEAD_SAMPLES)
        await somethingPlayed();
      if (closed) return;
      show('audio');
      output.write(new Int16Array(Uint8Array.from(bytes.subarray(0, whole)).buffer));
    }
  }

  async function pumpVideo(): Promise<void> {
    const read = createIvfReader();
    for await (const chunk of video.chunks) {
      frames.push(...read(chunk));
      if (frames.length > 0) show('video');
      while (!closed && frames.length > AHEAD_FRAMES) await somethingPlayed();
      if (closed) return;
    }
  }

  const isHeard = () => !decoding.has('audio') && output.playedSamples >= output.writtenSamples;

  /** What is heard says best how far it is; behind its end pictures may go on. */
  function countTime(now: number): void {
    if (playing) elapsed += now - steppedAt;
    steppedAt = now;
    if (output.playedSamples > 0 && !isHeard())
      elapsed = (output.playedSamples * 1_000) / PLAYER_RATE;
  }

  function step(): void {
    countTime(clock.now());
    if (playing) {
      for (let next = frames[0]; next !== undefined && next.time <= elapsed; next = frames[0]) {
        frames.shift();
        source.sendVideoFrame(next.data, next.time);
      }
    }
    wakeUp();
    if (decoding.size === 0 && frames.length === 0 && isHeard()) finish(null);
    else cancelStep = clock.schedule(STEP, step);
  }

  function finish(error: unknown): void {
    if (closed) return;
    close();
    onEnded(error);
  }

  async function run(track: 'audio' | 'video', pump: () => Promise<void>): Promise<void> {
    try {
      await pump();
    } finally {
      decoding.delete(track);
    }
  }

  function close(): void {
    closed = true;
    cancelStep();
    wakeUp();
    audio.kill();
    video.kill();
  }

  const pumps = [run('audio', pumpAudio), run('video', pumpVideo)] as const;
  void Promise.allSettled(pumps).then(([heard, seen]) => {
    // A file without sound, or without pictures, is one of the two failing.
    if (closed || on.audio || on.video) return;
    const error =
      heard.status === 'rejected' ? heard.reason : seen.status === 'rejected' ? seen.reason : null;
    setFailed(error);
    finish(error);
  });
  // The caller awaits `ready`; without this its rejection could count as unhandled.
  ready.catch(() => undefined);
  output.pause();
  step();
  return {
    ready,
    play() {
      playing = true;
      steppedAt = clock.now();
      output.resume();
    },
    pause() {
      playing = false;
      output.pause();
    },
    close() {
      close();
      setFailed(new Error('The player was stopped.'));
    },
  };
}
