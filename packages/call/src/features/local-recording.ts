import type { CallContext } from '../core/call-context.ts';
import { CallError } from '../core/call-error.ts';
import type { RecordingOptions } from './feature-options.ts';
import { createAudioMix } from './local-audio-mix.ts';
import { createVideoGrid, type VideoGrid } from './local-video-grid.ts';

export interface LocalRecordingOptions {
  readonly context: CallContext;
  readonly options: RecordingOptions;
  /** In order; `finished` with the last chunk. */
  readonly onData: (data: Uint8Array, finished: boolean) => void;
  readonly onFailed: (error: unknown) => void;
  /** Called once, after the last chunk. */
  readonly onStopped: () => void;
}

/** A local recording of all audio and video in the call. */
export interface LocalRecording {
  /** The last chunk follows a moment later. Idempotent. */
  stop(): void;
}

const PIECE = 1_000;
const TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];
const AUDIO_TYPES = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'];

/** @throws a `CallError` where the browser cannot record */
export function startLocalRecording(given: LocalRecordingOptions): LocalRecording {
  const { context, options, onData, onFailed, onStopped } = given;
  if (typeof MediaRecorder === 'undefined' || typeof AudioContext === 'undefined')
    throw new CallError('not-available', 'This browser cannot record.');
  const audioOnly = options.layout?.preset === 'audio-only';
  const audio = createAudioMix();
  const { video, recorder } = open();

  function open() {
    let video: VideoGrid | null = null;
    try {
      video = audioOnly ? null : createVideoGrid(context.dependencies.clock, options);
      const stream = new MediaStream([...audio.tracks, ...(video?.tracks ?? [])]);
      return { video, recorder: createRecorder(stream, options, audioOnly) };
    } catch (error) {
      audio.close();
      video?.close();
      throw error;
    }
  }

  function update(): void {
    const { session, tracks } = context;
    const own = tracks.all().flatMap(({ track, on }) => (on && track !== null ? [track] : []));
    const others = session.remote
      .all()
      .flatMap((one) => Object.values(one.tracks).flatMap((state) => state?.track ?? []));
    const all = [...own, ...others];
    audio.setTracks(all.filter((track) => track.kind === 'audio'));
    video?.setTracks(all.filter((track) => track.kind === 'video'));
  }

  function free(): void {
    for (const hook of ['localChanged', 'remoteChanged', 'event'] as const) {
      context.hooks.off(hook, update);
    }
    cancelLimit();
    audio.close();
    video?.close();
  }

  let pieces: Promise<void> = Promise.resolve();
  /** Arrived after the stop: the last one, unless another follows. */
  let held: Blob | null = null;
  const give = (data: Blob, finished: boolean) => {
    pieces = pieces.then(async () => onData(new Uint8Array(await data.arrayBuffer()), finished));
  };
  let cancelLimit = () => {};
  recorder.ondataavailable = ({ data }) => {
    if (held !== null) give(held, false);
    // A chunk that was due at the moment of the stop comes before the last one.
    held = recorder.state === 'inactive' ? data : null;
    if (held === null) give(data, false);
  };
  recorder.onerror = (event) => onFailed('error' in event ? event.error : event);
  recorder.onstop = () => {
    free();
    if (held !== null) give(held, true);
    void pieces.then(onStopped);
  };
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  for (const hook of ['localChanged', 'remoteChanged', 'event'] as const) {
    context.hooks.on(hook, update);
  }
  update();
  try {
    recorder.start(PIECE);
  } catch (error) {
    free();
    throw error;
  }
  if (options.maxDuration !== undefined) {
    cancelLimit = context.dependencies.clock.schedule(options.maxDuration * 1_000, stop);
  }
  return { stop };
}

function createRecorder(
  stream: MediaStream,
  { videoBitrate, audioBitrate }: RecordingOptions,
  audioOnly: boolean,
): MediaRecorder {
  const mimeType = (audioOnly ? AUDIO_TYPES : TYPES).find((type) =>
    MediaRecorder.isTypeSupported(type),
  );
  return new MediaRecorder(stream, {
    ...(mimeType !== undefined && { mimeType }),
    ...(videoBitrate !== undefined && { videoBitsPerSecond: videoBitrate * 1_000 }),
    ...(audioBitrate !== undefined && { audioBitsPerSecond: audioBitrate * 1_000 }),
  });
}
