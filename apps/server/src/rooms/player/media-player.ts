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
  const played = createPlayedSignal();
  const isHeard = () => !decoding.has('audio') && output.playedSamples >= output.writtenSamples;
  const time = createPlayTime(clock, output, isHeard);
  let closed = false;
  const decoding = new Set<'audio' | 'video'>(['audio', 'video']);
  let cancelStep = () => {};

  function show(track: 'audio' | 'video'): void {
    if (on[track]) return;
    on[track] = true;
    source.setTracks({ ...on });
    setReady();
  }

  function step(): void {
    time.count();
    if (time.playing) {
      for (
        let next = frames[0];
        next !== undefined && next.time <= time.elapsed;
        next = frames[0]
      ) {
        frames.shift();
        source.sendVideoFrame(next.data, next.time);
      }
    }
    played.wake();
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
    played.wake();
    audio.kill();
    video.kill();
  }

  const pump: Pump = { output, frames, played, show, isClosed: () => closed };
  const pumps = [
    run('audio', () => pumpAudio(audio.chunks, pump)),
    run('video', () => pumpVideo(video.chunks, pump)),
  ] as const;
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
      time.resume();
      output.resume();
    },
    pause() {
      time.pause();
      output.pause();
    },
    close() {
      close();
      setFailed(new Error('The player was stopped.'));
    },
  };
}

/** What the two pumps share. */
interface Pump {
  readonly output: PlayerParticipant['output'];
  /** Pictures that are ready, in order. */
  readonly frames: IvfFrame[];
  readonly played: PlayedSignal;
  show(track: 'audio' | 'video'): void;
  isClosed(): boolean;
}

/** Writes sound up to `AHEAD_SAMPLES` ahead of what was played. */
async function pumpAudio(chunks: AsyncIterable<Buffer>, pump: Pump): Promise<void> {
  const { output, played } = pump;
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    rest = bytes.subarray(whole);
    while (!pump.isClosed() && output.writtenSamples - output.playedSamples > AHEAD_SAMPLES)
      await played.wait();
    if (pump.isClosed()) return;
    pump.show('audio');
    output.write(new Int16Array(Uint8Array.from(bytes.subarray(0, whole)).buffer));
  }
}

/** Keeps at most about `AHEAD_FRAMES` pictures ready. */
async function pumpVideo(chunks: AsyncIterable<Buffer>, pump: Pump): Promise<void> {
  const { frames, played } = pump;
  const read = createIvfReader();
  for await (const chunk of chunks) {
    frames.push(...read(chunk));
    if (frames.length > 0) pump.show('video');
    while (!pump.isClosed() && frames.length > AHEAD_FRAMES) await played.wait();
    if (pump.isClosed()) return;
  }
}

interface PlayedSignal {
  /** Resolves at the next `wake`. */
  wait(): Promise<void>;
  wake(): void;
}

function createPlayedSignal(): PlayedSignal {
  const waiting = new Set<() => void>();
  return {
    wait: () => new Promise<void>((resolve) => void waiting.add(resolve)),
    wake() {
      for (const wake of [...waiting]) wake();
      waiting.clear();
    },
  };
}

/** How far the file was played. Audible sound is the best measure of it; pictures may go on after its end. */
function createPlayTime(clock: Clock, output: PlayerParticipant['output'], isHeard: () => boolean) {
  let playing = false;
  let elapsed = 0;
  let countedAt = clock.now();
  return {
    get playing() {
      return playing;
    },
    /** Ms of the file. */
    get elapsed() {
      return elapsed;
    },
    count(): void {
      const now = clock.now();
      if (playing) elapsed += now - countedAt;
      countedAt = now;
      if (output.playedSamples > 0 && !isHeard())
        elapsed = (output.playedSamples * 1_000) / PLAYER_RATE;
    },
    resume(): void {
      playing = true;
      countedAt = clock.now();
    },
    pause(): void {
      playing = false;
    },
  };
}
