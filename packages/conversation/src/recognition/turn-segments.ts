import type { AudioFrame } from './framer.ts';
import { createTurnAudio } from './turn-audio.ts';
import { createTurnTranscript, type TurnTranscriptOptions } from './turn-transcript.ts';

/** The audio of a turn and its words, in segments short enough to be transcribed at once (TURN-16). */
export interface TurnSegments {
  /** Takes a frame whether or not a turn is open; `probability` of speech shows where a segment may be cut. */
  append(frame: AudioFrame, probability: number): void;
  open(): void;
  /** Speech paused: the words of the whole turn so far; undefined where speech went on meanwhile. */
  transcribePause(): Promise<string | undefined>;
  /** The audio of the last segment so far. */
  newest(): Float32Array;
  /** The words of the last segment at the last pause. */
  readonly newestText: string;
  /** The audio of the whole turn; null where segments of it are over. */
  whole(): Float32Array | null;
  /** Speech went on after a pause. */
  resume(): void;
  /** Speech goes on: cuts a segment that has become too long. */
  cutLongSegment(): void;
  /** Words of the segment so far, while speech goes on. */
  probe(signal: AbortSignal): Promise<string>;
  /** Words of the whole turn so far, while speech goes on; null where there is no time for it (TURN-41). */
  glance(signal: AbortSignal): Promise<string | null>;
  /** The words of the whole turn, of which these are the last segment's. */
  withKept(text: string): Promise<string>;
  reset(): void;
}

const SAMPLES_PER_MS = 16;
/** A segment this long keeps its transcription when speech goes on after a pause, samples. */
const SEGMENT_MIN = 10_000 * SAMPLES_PER_MS;
/** A segment is cut when it reaches this, at the quietest step of its last `CUT_WINDOW`, samples. */
const SEGMENT_MAX = 20_000 * SAMPLES_PER_MS;
/** The same where a stream hears it, which a cut in the middle of a word would mislead. */
const STREAMED_SEGMENT_MAX = 60_000 * SAMPLES_PER_MS;
const CUT_WINDOW = 3_000 * SAMPLES_PER_MS;
/** What of the pre-roll a probe leaves out: it is heard sooner, and the beginning of a word rather better, samples. */
const PROBE_SKIP = 224 * SAMPLES_PER_MS;

/** Hears each segment as it is said (HEAR-1). Samples are those of a turn alone. */
export interface SegmentListener {
  /** A stream hears it: its segments need not be short. */
  readonly isStreaming: boolean;
  /** A turn begins; `pcm` is all of it so far. */
  begin(pcm: Float32Array): void;
  push(samples: Float32Array): void;
  /** The segment is over; `pcm` is what there is of the next. */
  next(pcm: Float32Array): void;
  /** The turn is over. */
  end(): void;
}

export interface TurnSegmentsOptions extends TurnTranscriptOptions {
  /** The words of the first moments of speech, many times over. */
  readonly probe: (pcm: Float32Array, signal: AbortSignal) => Promise<string>;
  /** Null where there is no time for it. */
  readonly glance: (pcm: Float32Array, signal: AbortSignal) => Promise<string | null>;
  readonly listener: SegmentListener;
}

export function createTurnSegments(options: TurnSegmentsOptions): TurnSegments {
  const { probe, glance, listener } = options;
  const audio = createTurnAudio();
  const transcript = createTurnTranscript(options);
  let pausedLength = 0;
  let opened = false;

  return {
    append(frame, probability) {
      audio.append(frame.samples, probability);
      if (opened) listener.push(frame.samples);
    },
    open() {
      opened = true;
      audio.open();
      listener.begin(audio.snapshot());
    },
    transcribePause() {
      pausedLength = audio.length;
      return transcript.transcribeSegment(audio.snapshot());
    },
    newest: audio.snapshot,
    get newestText() {
      return transcript.newestText;
    },
    whole: () => (transcript.hasKept ? null : audio.snapshot()),
    resume() {
      if (pausedLength >= SEGMENT_MIN && transcript.keepSegment()) {
        audio.dropFirst(pausedLength);
        listener.next(audio.snapshot());
      } else transcript.abortSegment();
    },
    cutLongSegment() {
      const most = listener.isStreaming ? STREAMED_SEGMENT_MAX : SEGMENT_MAX;
      if (audio.length < most) return;
      transcript.addSegment(audio.takeToQuietest(CUT_WINDOW));
      listener.next(audio.snapshot());
    },
    withKept: transcript.withKept,
    async glance(signal) {
      const words = await glance(audio.snapshot(), signal);
      return words === null ? null : transcript.withKept(words);
    },
    probe: (signal) => probe(audio.snapshot().subarray(PROBE_SKIP), signal),
    reset() {
      opened = false;
      listener.end();
      audio.close();
      transcript.reset();
    },
  };
}
