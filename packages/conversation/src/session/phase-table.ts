import type { CallScope } from '../scope/call-scope.ts';

/** Where a conversation is; it only moves forward. */
export type Phase = 'waiting' | 'running' | 'concluding' | 'ended';

interface PhaseRow {
  /** What becomes of the caller's audio. */
  readonly audio: 'kept' | 'recognised' | 'dropped';
  /** Whether messages of the page are executed, or kept for the start. */
  readonly takesMessages: boolean;
  /** Whether the assistant may begin to speak; its closing message is the exception. */
  readonly speaks: boolean;
  readonly next: readonly Phase[];
}

const PHASES: Readonly<Record<Phase, PhaseRow>> = {
  waiting: { audio: 'kept', takesMessages: true, speaks: false, next: ['running', 'ended'] },
  running: {
    audio: 'recognised',
    takesMessages: true,
    speaks: true,
    next: ['concluding', 'ended'],
  },
  concluding: { audio: 'dropped', takesMessages: false, speaks: false, next: ['ended'] },
  ended: { audio: 'dropped', takesMessages: false, speaks: false, next: [] },
};

export interface PhaseTableOptions {
  readonly scope: CallScope;
  /** The caller's turn is open. */
  readonly userSpeaks: () => boolean;
  /** The assistant says something, or is about to. */
  readonly assistantSpeaks: () => boolean;
  /** A backoff is over: what waited may be answered now. */
  readonly onBackoffOver: () => void;
}

/** The phase of a conversation, and what may happen in it. */
export interface PhaseTable extends Pick<PhaseRow, 'audio' | 'takesMessages'> {
  readonly phase: Phase;
  readonly muted: boolean;
  /** Neither side speaks. */
  readonly isSilent: boolean;
  /** Moves to `phase` and answers true; false where the present phase does not lead there. */
  enter(phase: Phase): boolean;
  setMuted(muted: boolean): void;
  /** Runs `action`; no turn is answered meanwhile, so that one message makes one answer. */
  hold(action: () => void): void;
  /** Answers no turn for `duration` ms (TURN-34). */
  backOff(duration: number): void;
  /** The assistant may begin to say something. */
  maySpeak(): boolean;
  /** The assistant may answer a turn: it may speak, and the floor is free. */
  mayAnswer(): boolean;
}

export function createPhaseTable(options: PhaseTableOptions): PhaseTable {
  const { scope, userSpeaks, assistantSpeaks } = options;
  let phase: Phase = 'waiting';
  let muted = false;
  let held = false;
  // Counted, not compared with the time: a timer may run a fraction of a millisecond early.
  let backoffs = 0;

  const isSilent = () => !userSpeaks() && !assistantSpeaks();
  const maySpeak = () => PHASES[phase].speaks && !muted;

  return {
    get phase() {
      return phase;
    },
    get audio() {
      return PHASES[phase].audio;
    },
    get takesMessages() {
      return PHASES[phase].takesMessages;
    },
    get muted() {
      return muted;
    },
    get isSilent() {
      return isSilent();
    },
    enter(next) {
      const allowed = PHASES[phase].next.includes(next);
      if (allowed) phase = next;
      return allowed;
    },
    setMuted(value) {
      muted = value;
    },
    hold(action) {
      held = true;
      action();
      held = false;
    },
    backOff(duration) {
      backoffs += 1;
      scope.after(duration, () => {
        backoffs -= 1;
        options.onBackoffOver();
      });
    },
    maySpeak,
    mayAnswer: () => maySpeak() && !held && backoffs === 0 && isSilent(),
  };
}
