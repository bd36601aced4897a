import { isCommand } from '../playout/backchannel.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { SpeechDetector } from './speech-detector.ts';
import type { EndOfTurn } from './turn-taker.ts';

/** What is known of the turn that is open, and of when the one before was over. */
export interface OpenTurn {
  readonly isOpen: boolean;
  /** The newest words of a pause. */
  readonly text: string;
  /** It may be the rest of the turn before (TURN-36). */
  readonly goesOn: boolean;
  /** Its first speech has just begun. */
  begin(): void;
  /** Words at a pause; none leave those of the pause before. */
  hear(text: string): void;
  /** Words while the speech goes on: newer than those of the last pause, until the next. */
  hearInterim(text: string): void;
  /** The turn as it would be if it were over now. */
  describe(): EndOfTurn;
  /** There will be no other pause: interim words are the newest. */
  settle(): void;
  /** It is decided that the turn is over. */
  decide(): void;
  close(): void;
}

/** Speech that begins this soon after a turn was decided to be over may go on with it, ms (TURN-36). */
const GOES_ON_WINDOW = 2_000;

export function createOpenTurn(
  { now }: Pick<CallScope, 'now'>,
  detector: Pick<SpeechDetector, 'startedAt' | 'lastVoicedAt'>,
): OpenTurn {
  let isOpen = false;
  let startedAt = 0;
  let text = '';
  let interimText = '';
  let lastDecidedAt = Number.NEGATIVE_INFINITY;
  const goesOn = () => isOpen && startedAt - lastDecidedAt < GOES_ON_WINDOW;
  return {
    get isOpen() {
      return isOpen;
    },
    get text() {
      return text;
    },
    get goesOn() {
      return goesOn();
    },
    begin() {
      isOpen = true;
      startedAt = detector.startedAt;
      text = '';
      interimText = '';
    },
    hear(words) {
      text = words || text;
      interimText = '';
    },
    hearInterim(words) {
      interimText = words;
    },
    settle() {
      text = interimText || text;
    },
    describe() {
      const at = now();
      const times = { startedAt, lastVoicedAt: detector.lastVoicedAt, decidedAt: at };
      return { text, ...times, transcribedAt: at, goesOn: goesOn() && !isCommand(text) };
    },
    decide() {
      lastDecidedAt = now();
    },
    close() {
      isOpen = false;
    },
  };
}
