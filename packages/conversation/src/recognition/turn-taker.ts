import type { CallScope } from '../scope/call-scope.ts';
import { createCallerPace } from './caller-pace.ts';
import type { AudioFrame } from './framer.ts';
import type { HearAgain, OtherWords, SecondTry } from './hear-again.ts';
import { createInterimWords } from './interim-words.ts';
import { createOpenTurn, type OpenTurn } from './open-turn.ts';
import { createPauseWait } from './pause-wait.ts';
import type { SpeechDetector } from './speech-detector.ts';
import type { TurnPlan } from './turn-plan.ts';
import { createTurnSegments, type TurnSegmentsOptions } from './turn-segments.ts';
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

export interface TurnTakerOptions extends Omit<TurnSegmentsOptions, 'improve'> {
  readonly scope: CallScope;
  readonly detector: SpeechDetector;
  /** The current assistant's. */
  readonly plan: () => TurnPlan | undefined;
  /** Whether these are all the words of a question that the assistant knows. */
  readonly isKnown: (text: string) => boolean;
  /** Whether the words of this turn are wanted while it goes on, and whether they take glances (TURN-41). */
  readonly wantsInterimWords: () => boolean;
  readonly wantsGlances: () => boolean;
  readonly onInterimWords: (text: string) => void;
  /** For better words (TURN-42). @default those that were heard first stay */
  readonly hearAgain?: HearAgain | undefined;
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
  /** A stream has words of the segment so far (HEAR-2). */
  handleStreamedWords(text: string): void;
  /** Transcribes the turn so far, while speech goes on. */
  probe(signal: AbortSignal): Promise<string>;
  /** Returns the open turn where words of it were recognised (TURN-18). */
  close(): EndOfTurn | null;
}

/** Speech counts as paused when no audio arrives for this long, ms (TURN-3). */
const NO_AUDIO_TIMEOUT = 400;

/** Silence after which it is rather a pause than a closed mouth, from the first step without voice on, ms (TURN-43). */
const CLOSED_MOUTH = 96;

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

interface Hearing {
  readonly segments: ReturnType<typeof createTurnSegments>;
  readonly turn: OpenTurn;
}

function openInterimWords(
  { scope, detector, wantsInterimWords, onInterimWords }: TurnTakerOptions,
  { segments, turn }: Hearing,
) {
  function show(text: string) {
    turn.hearInterim(text);
    onInterimWords(text);
  }
  const glances = createInterimWords({
    now: scope.now,
    glance: segments.glance,
    onWords: show,
  });
  // At a pause those of the pause are on their way.
  const isShown = () => turn.isOpen && detector.speaking && wantsInterimWords();
  return {
    ...glances,
    async handleStreamed(words: string) {
      if (words === '' || !isShown()) return;
      const startedAt = detector.startedAt;
      const text = await segments.withKept(words).catch(() => '');
      if (text !== '' && isShown() && detector.startedAt === startedAt) show(text);
    },
  };
}

/** How the open turn ends: by its words and the silence after them, without a trace, or by a fault. */
function createTurnEnds(
  options: TurnTakerOptions,
  { segments, turn }: Hearing,
  stopWatching: () => void,
) {
  const pauseWait = createPauseWait(options);
  const pace = createCallerPace();
  let again: SecondTry | null = null;
  let cancelListening = () => {};

  /** @param first the shape of the words that these stand for: what is expected tells nothing of what is to come */
  function handleText(text: string, first: TurnShape = 'empty'): TurnShape {
    turn.hear(text);
    const shape = first === 'empty' ? classifyTurn(turn.text, options.isKnown) : first;
    const sofar = turn.describe();
    if (options.onPause(text, shape, sofar.goesOn) === 'drop') {
      discard();
      return shape;
    }
    if (sofar.goesOn && text !== '') pace.handleRest(sofar);
    pauseWait.handleWords({ turn: sofar, shape, pace: pace.factorFor(sofar) }, (due) =>
      shape === 'empty' ? discard() : end(sofar, due),
    );
    return shape;
  }

  /** While others may be worth a wait the turn is not over; what comes counts as the words of this pause. */
  function finishAgain(shape: TurnShape) {
    if (!turn.isOpen || again === null) return;
    const trying = again;
    const release = pauseWait.hold();
    const hooks = {
      onGoodEnough: release,
      onOtherWords({ text, tellsWait }: OtherWords) {
        if (again === trying) handleText(text, tellsWait ? 'empty' : shape);
      },
    };
    const heard = { text: turn.text, newest: segments.newestText, goesOn: turn.goesOn };
    void trying.finish(heard, hooks).then(release);
  }

  function end(over: EndOfTurn, due: number) {
    reset();
    pace.handleEnd(over);
    turn.decide();
    // Words later than the wait: the decision was the silence's, the rest the transcriber's.
    options.onEndOfTurn({
      ...over,
      decidedAt: over.transcribedAt > due ? due : options.scope.now(),
    });
  }

  function discard() {
    if (!turn.isOpen) return;
    const { startedAt, lastVoicedAt } = turn.describe();
    const unheard = turn.text === '' ? lastVoicedAt - startedAt : 0;
    reset();
    options.onDiscarded(unheard);
  }

  function goOn() {
    cancelListening();
    again?.drop();
    again = null;
    pauseWait.end();
  }

  function reset() {
    goOn();
    stopWatching();
    turn.close();
    segments.reset();
  }

  function fail(error: unknown) {
    if (!turn.isOpen) return;
    reset();
    options.onError(error);
  }

  /** It may only be a closed mouth, but the end of the turn waits for what is heard again. */
  function handleHushed() {
    if (again !== null) return;
    again = options.hearAgain?.begin(segments) ?? null;
    cancelListening = options.scope.after(CLOSED_MOUTH, () => again?.listen());
  }

  return {
    handleHushed,
    handlePause() {
      pauseWait.begin(segments.newest);
      handleHushed();
      segments.transcribePause().then((text) => {
        if (text !== undefined) finishAgain(handleText(text));
      }, fail);
    },
    handleResumed: goOn,
    reset,
  };
}

export function createTurnTaker(options: TurnTakerOptions): TurnTaker {
  const { scope, detector } = options;
  const turn = createOpenTurn(scope, detector);
  const segments = createTurnSegments({ ...options, improve: options.hearAgain?.improve });
  const interim = openInterimWords(options, { segments, turn });
  const arrival = createArrivalWatch(scope, detector, handlePause);
  const ends = createTurnEnds(options, { segments, turn }, stopWatching);

  function handleStarted() {
    ends.handleResumed();
    interim.begin();
    if (turn.isOpen) {
      segments.resume();
      return options.onResumed();
    }
    turn.begin();
    segments.open();
    options.onStartOfSpeech();
  }

  function handlePause() {
    stopWatching();
    ends.handlePause();
  }

  function stopWatching() {
    arrival.watch(false);
    interim.stop();
  }

  return {
    get open() {
      return turn.isOpen;
    },
    get speaking() {
      return turn.isOpen && detector.speaking;
    },
    get goesOn() {
      return turn.goesOn;
    },
    handleFrame(frame) {
      const step = detector.process(frame);
      segments.append(frame, step.probability);
      if (step.change === 'started') handleStarted();
      if (turn.isOpen && step.change === 'hushed') ends.handleHushed();
      if (turn.isOpen && step.change === 'unhushed') ends.handleResumed();
      if (turn.isOpen && step.change === 'paused') handlePause();
      if (turn.isOpen && detector.speaking) {
        segments.cutLongSegment();
        if (options.wantsGlances() && options.wantsInterimWords()) interim.handleSpeech();
      }
      arrival.watch(turn.isOpen && detector.speaking);
    },
    handleStreamedWords: (text) => void interim.handleStreamed(text),
    probe: segments.probe,
    close() {
      turn.settle();
      const open = turn.isOpen && turn.text !== '' ? turn.describe() : null;
      ends.reset();
      return open;
    },
  };
}
