import type { SpeechFactory } from '../playout/speech-factory.ts';
import { type Faults, ProviderError } from '../scope/faults.ts';
import type { PhaseTable } from './phase-table.ts';
import type { ConversationOptions } from './port.ts';

export interface RecoveryOptions {
  readonly phases: PhaseTable;
  readonly faults: Faults;
  readonly speech: Pick<SpeechFactory, 'say'>;
  readonly assistantSpeaks: () => boolean;
  readonly onFault: NonNullable<ConversationOptions['onFault']>;
  /** One failure too many: the call is given up. */
  readonly onGivenUp: () => void;
}

/** Says what went wrong, so that a failure or lost words do not end in silence. */
export interface Recovery {
  handleFailure(error: unknown): void;
  /** A turn was discarded in which no words were recognised; `unheard` in ms. */
  handleUnheard(unheard: number): void;
  /** Words were understood. */
  handleTurn(): void;
}

const APOLOGY = {
  transcriber: 'Sorry, I had trouble hearing that. Could you say it again?',
  model: 'Sorry, something went wrong on my side. Could you ask me again?',
  voice: 'Sorry, I lost my voice for a moment. Could you ask me again?',
} as const;
const NOT_HEARD = 'Sorry, I did not catch that. Could you say it again?';

/** Speech at least this long holds words, ms; a cough or a moved chair is shorter (TURN-19). */
const UNHEARD_THRESHOLD = 700;

export function createRecovery(options: RecoveryOptions): Recovery {
  const { phases, faults, speech, assistantSpeaks, onFault } = options;
  /** Once in a row: what is still not understood is probably no speech. */
  let askedAgain = false;

  return {
    handleFailure(error) {
      if (phases.phase === 'concluding') return;
      if (!(error instanceof ProviderError)) onFault({ stage: 'conversation', error });
      if (!faults.recordFailure()) {
        options.onGivenUp();
      } else if (phases.maySpeak() && !assistantSpeaks()) {
        const stage = error instanceof ProviderError ? error.stage : 'model';
        speech.say(APOLOGY[stage], { interruptible: true });
      }
    },
    handleUnheard(unheard) {
      if (unheard < UNHEARD_THRESHOLD || askedAgain) return;
      if (!phases.maySpeak() || assistantSpeaks()) return;
      askedAgain = true;
      speech.say(NOT_HEARD, { interruptible: true });
    },
    handleTurn() {
      askedAgain = false;
    },
  };
}
