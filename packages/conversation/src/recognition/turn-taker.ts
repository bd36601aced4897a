import { isCommand } from '../playout/backchannel.ts';
import type { CallScope } from '../scope/call-scope.ts';
import { createCallerPace } from './caller-pace.ts';
import type { AudioFrame } from './framer.ts';
import { createInterimWords } from './interim-words.ts';
import { createPauseWait } from './pause-wait.ts';
import type { SpeechDetector } from './speech-detector.ts';
import type { TurnPlan } from './turn-plan.ts';
import { createTurnSegments } from './turn-segments.ts';
import { classifyTurn, type TurnShape } from './turn-shape.ts';
import type { TurnVotesOptions } from './turn-vote.ts';

/** A turn of the caller that is over. Times are ms of the call's clock. */
export interface EndOfTurn {
  readonly text: string;
  readonly startedAt: number;
  readonly lastVoicedAt: number;
  readonly decidedAt: number;
  readonly transcribedAt: number;
  /** It began so soon after the last decision that it is the rest of that turn, and is no command (TURN-36). */
  readonly goesOn: boolean;
}

export interface TurnTakerOptions {
  readonly scope: CallScope;
  readonly detector: SpeechDetector;
  /** The current assistant's. */
  readonly plan: () => TurnPlan | undefined;
  /** Whether these are all the words of a question that the assistant knows. */
  readonly isKnown: (text: string) => boolean;
  readonly transcribe: (pcm: Float32Array, signal: AbortSignal) => Promise<string>;
  /** The words of someone who goes on speaking; null where there is no time for it (TURN-41). */
  readonly glance: (pcm: Float32Array, signal: AbortSignal) => Promise<string | null>;
  /** Whether the words of this turn are wanted while it goes on. */
  readonly wantsInterimWords: () => boolean;
  readonly onInterimWords: (text: string) => void;
  /** Of an installed turn model (TURN-11d). @default there is none */
  readonly judge?: TurnVotesOptions['judge'];
  readonly onStartOfSpeech: () => void;
  /** Words at a pause, perhaps none, and whether they are the rest of the turn before; `drop` discards the turn. */
  readonly onPause: (text: string, shape: TurnShape, goesOn: boolean) => 'keep' | 'drop';
  /** Speech went on after a pause. */
  readonly onResumed: () => void;
  readonly onEndOfTurn: (turn: EndOfTurn) => void;
  /** `unheard`: ms of speech in which no words were recognised; 0 when there were words. */
  readonly onDiscarded: (unheard: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Decides when the caller's turn begins, pauses and ends. See SPEC.md, TURN-1 to TURN-18. */
export interface TurnTaker {
  /** A turn is open: speech, or a pause that may yet go on. */
  readonly open: boolean;
  readonly speaking: boolean;
  /** The open turn may be the rest of the one before (TURN-36). */
  readonly goesOn: boolean;
  handleFrame(frame: AudioFrame): void;
  /** Transcribes the turn so far, while speech goes on. */
  probe(signal: AbortSignal): Promise<string>;
  /** Returns the open turn where words of it were recognised (TURN-18). */
  close(): EndOfTurn | null;
}

/** Speech counts as paused when no audio arrives for this long, ms (TURN-3). */
const NO_AUDIO_TIMEOUT = 400;
/** Speech that begins this soon after a turn was decided to be over may go on with it, ms (TURN-36). */
const GOES_ON_WINDOW = 2_000;

/** Reports that no frame has come for a while: those that would show the pause never come (TURN-3). */
function createArrivalWatch(scope: CallScope, detector: SpeechDetector, onPause: () => void) {
  let cancel = () => {};
  const pause = () => {
    detector.pause();
    onPause();
  };
  return {
    watch(speaking: boolean) {
      cancel();
      if (speaking) cancel = scope.after(NO_AUDIO_TIMEOUT, pause);
    },
  };
}

function describeTurn(
  { scope, detector }: TurnTakerOptions,
  { startedAt, text, goesOn }: Pick<EndOfTurn, 'startedAt' | 'text' | 'goesOn'>,
): EndOfTurn {
  const now = scope.now();
  const times = { startedAt, lastVoicedAt: detector.lastVoicedAt, decidedAt: now };
  return { text, ...times, transcribedAt: now, goesOn: goesOn && !isCommand(text) };
}

export function createTurnTaker(options: TurnTakerOptions): TurnTaker {
  const { scope, detector } = options;
  const segments = createTurnSegments(options);
  const interim = createInterimWords({
    now: scope.now,
    glance: segments.glance,
    onWords(text) {
      interimText = text;
      options.onInterimWords(text);
    },
  });
  const arrival = createArrivalWatch(scope, detector, handlePause);
  const pauseWait = createPauseWait(options);
  const pace = createCallerPace();
  let open = false;
  let startedAt = 0;
  let lastText = '';
  /** Newer than those of the last pause; a pause has newer ones again. */
  let interimText = '';
  let lastDecidedAt = Number.NEGATIVE_INFINITY;

  const goesOn = () => open && startedAt - lastDecidedAt < GOES_ON_WINDOW;

  function handleStarted() {
    pauseWait.end();
    interim.begin();
    if (open) {
      segments.resume();
      return options.onResumed();
    }
    open = true;
    startedAt = detector.startedAt;
    lastText = '';
    interimText = '';
    segments.open();
    options.onStartOfSpeech();
  }

  function handlePause() {
    arrival.watch(false);
    interim.stop();
    pauseWait.begin(segments.newest);
    segments.transcribePause().then((text) => text !== undefined && handleText(text), handleError);
  }

  function handleError(error: unknown) {
    if (!open) return;
    reset();
    options.onError(error);
  }

  function handleText(text: string) {
    interimText = '';
    const shape = classifyTurn(text || lastText, options.isKnown);
    lastText = text || lastText;
    const turn = describe();
    if (options.onPause(text, shape, turn.goesOn) === 'drop') return discard();
    if (turn.goesOn && text !== '') pace.handleRest(turn);
    pauseWait.handleWords({ turn, shape, pace: pace.factorFor(turn) }, (due) =>
      shape === 'empty' ? discard() : end(turn, due),
    );
  }

  function end(turn: EndOfTurn, due: number) {
    reset();
    pace.handleEnd(turn);
    lastDecidedAt = scope.now();
    // Words later than the wait: the decision was the silence's, the rest the transcriber's.
    const decidedAt = turn.transcribedAt > due ? due : scope.now();
    options.onEndOfTurn({ ...turn, decidedAt });
  }

  const describe = () => describeTurn(options, { startedAt, text: lastText, goesOn: goesOn() });

  function discard() {
    if (!open) return;
    const unheard = lastText === '' ? detector.lastVoicedAt - startedAt : 0;
    reset();
    options.onDiscarded(unheard);
  }

  function reset() {
    pauseWait.end();
    interim.stop();
    arrival.watch(false);
    open = false;
    segments.reset();
  }

  return {
    get open() {
      return open;
    },
    get speaking() {
      return open && detector.speaking;
    },
    get goesOn() {
      return goesOn();
    },
    handleFrame(frame) {
      const step = detector.process(frame);
      segments.append(frame, step.probability);
      if (step.change === 'started') handleStarted();
      if (open && step.change === 'paused') handlePause();
      if (open && detector.speaking) {
        segments.cutLongSegment();
        if (options.wantsInterimWords()) interim.handleSpeech();
      }
      arrival.watch(open && detector.speaking);
    },
    probe: segments.probe,
    close() {
      lastText = interimText || lastText;
      const turn = open && lastText !== '' ? describe() : null;
      reset();
      return turn;
    },
  };
}
