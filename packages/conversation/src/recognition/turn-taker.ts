import type { CallScope } from '../scope/call-scope.ts';
import type { AudioFrame } from './framer.ts';
import type { SpeechDetector } from './speech-detector.ts';
import { createTurnAudio } from './turn-audio.ts';
import { type TurnPlan, turnWait } from './turn-plan.ts';
import { classifyTurn, type TurnShape } from './turn-shape.ts';
import { createTurnTranscript } from './turn-transcript.ts';

export interface EndOfTurn {
  readonly text: string;
  readonly startedAt: number;
  readonly lastVoicedAt: number;
  readonly decidedAt: number;
  readonly transcribedAt: number;
}

export interface TurnTakerOptions {
  readonly scope: CallScope;
  readonly detector: SpeechDetector;
  /** Of the assistant that listens now. */
  readonly plan: () => TurnPlan | undefined;
  readonly transcribe: (pcm: Float32Array, signal: AbortSignal) => Promise<string>;
  readonly onStartOfSpeech: () => void;
  /** Words at a pause, perhaps none; `drop` discards the turn. */
  readonly onPause: (text: string, shape: TurnShape) => 'keep' | 'drop';
  /** Speech went on: what was prepared from the last pause is void. */
  readonly onResumed: () => void;
  readonly onEndOfTurn: (turn: EndOfTurn) => void;
  /** `unheard`: ms of speech in which no words were recognised; 0 when there were words. */
  readonly onDiscarded: (unheard: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Decides when the person's turn begins, pauses and ends. See SPEC.md, TURN-1 to TURN-18. */
export interface TurnTaker {
  /** A turn is open: speech, or a pause that may yet go on. */
  readonly open: boolean;
  readonly speaking: boolean;
  /** Of the present speech, without a pause. */
  readonly speechDuration: number;
  handleFrame(frame: AudioFrame): void;
  /** Words of the turn as far as it goes, while speech goes on. */
  probe(signal: AbortSignal): Promise<string>;
  discard(): void;
  /** Gives words recognised but not yet ended (TURN-18). */
  close(): EndOfTurn | null;
}

const NO_AUDIO_PAUSE = 400;
const SAMPLES_PER_MS = 16;
const SEGMENT_MIN = 10_000 * SAMPLES_PER_MS;
const SEGMENT_MAX = 20_000 * SAMPLES_PER_MS;
const CUT_WINDOW = 3_000 * SAMPLES_PER_MS;

export function createTurnTaker(options: TurnTakerOptions): TurnTaker {
  const { scope, detector } = options;
  const audio = createTurnAudio();
  const transcript = createTurnTranscript(options.transcribe);
  let open = false;
  let closed = false;
  let startedAt = 0;
  let lastText = '';
  let pausedLength = 0;
  let cancelEnd = () => {};
  let cancelWatch = () => {};

  function handleStarted() {
    cancelEnd();
    if (open) {
      resume();
    } else {
      open = true;
      startedAt = detector.startedAt;
      lastText = '';
      audio.open();
      options.onStartOfSpeech();
    }
  }

  function resume() {
    if (pausedLength >= SEGMENT_MIN && transcript.keepSegment()) audio.dropFirst(pausedLength);
    else transcript.abortSegment();
    options.onResumed();
  }

  function handlePause() {
    cancelWatch();
    pausedLength = audio.length;
    transcript.transcribeSegment(audio.snapshot()).then(
      (text) => text !== undefined && handleText(text),
      (error) => fail(error),
    );
  }

  function handleText(text: string) {
    const shape = classifyTurn(text || lastText);
    lastText = text || lastText;
    if (options.onPause(text, shape) === 'drop') {
      discard();
      return;
    }
    const due = detector.lastVoicedAt + turnWait(lastText, shape, options.plan());
    const turn = { ...describe(), transcribedAt: scope.now() };
    cancelEnd = scope.after(due - scope.now(), () => {
      if (shape === 'empty') discard();
      // Words later than the wait: the decision was the silence's, the rest the transcriber's.
      else finish({ ...turn, decidedAt: turn.transcribedAt > due ? due : scope.now() });
    });
  }

  function describe(): EndOfTurn {
    const now = scope.now();
    const { lastVoicedAt } = detector;
    return { text: lastText, startedAt, lastVoicedAt, decidedAt: now, transcribedAt: now };
  }

  function finish(turn: EndOfTurn) {
    reset();
    options.onEndOfTurn(turn);
  }

  function fail(error: unknown) {
    if (!open || closed) return;
    reset();
    options.onError(error);
  }

  function discard() {
    if (!open) return;
    const unheard = lastText === '' ? detector.lastVoicedAt - startedAt : 0;
    reset();
    options.onDiscarded(unheard);
  }

  function reset() {
    cancelEnd();
    cancelWatch();
    open = false;
    audio.close();
    transcript.reset();
  }

  /** No audio at all while speaking: the frames that would show the pause never come (TURN-3). */
  function watchArrival() {
    cancelWatch();
    if (!detector.speaking || !open) return;
    cancelWatch = scope.after(NO_AUDIO_PAUSE, () => {
      detector.pause();
      handlePause();
    });
  }

  return {
    get open() {
      return open;
    },
    get speaking() {
      return open && detector.speaking;
    },
    get speechDuration() {
      return detector.speaking ? detector.lastVoicedAt - detector.startedAt : 0;
    },
    handleFrame(frame) {
      const step = detector.process(frame);
      audio.append(frame.samples, step.probability);
      if (step.change === 'started') handleStarted();
      if (open && step.change === 'paused') handlePause();
      if (open && detector.speaking && audio.length >= SEGMENT_MAX) {
        transcript.addSegment(audio.takeToQuietest(CUT_WINDOW));
      }
      watchArrival();
    },
    probe: (signal) => options.transcribe(audio.snapshot(), signal),
    discard,
    close() {
      const turn = open && lastText !== '' ? describe() : null;
      closed = true;
      reset();
      return turn;
    },
  };
}
