import type { Responder } from '../generation/responder.ts';
import type { SpeechPlayer } from '../playout/speech-player.ts';
import type { RecognitionHooks } from '../recognition/recognition-hooks.ts';
import type { Hooks } from './hooks.ts';
import type { Limits } from './limits.ts';
import type { PhaseTable } from './phase-table.ts';
import type { Recovery } from './recovery.ts';
import type { Reminders } from './reminders.ts';
import type { TranscriptRecorder } from './transcript-recorder.ts';

export interface TurnHandlerOptions {
  readonly phases: PhaseTable;
  readonly responder: Responder;
  readonly player: Pick<SpeechPlayer, 'busy'>;
  readonly recorder: TranscriptRecorder;
  readonly limits: Pick<Limits, 'hold' | 'release'>;
  readonly reminders: Pick<Reminders, 'handleTurn'>;
  readonly recovery: Recovery;
  readonly hooks: Pick<Hooks, 'handleTurn'>;
  /** The caller stopped speaking; `anew` is false where it was no speech, so that the silence goes on counting. */
  readonly onFloorFree: (anew: boolean) => void;
}

/** What follows from the caller's speech: it is recorded and answered. */
export function createTurnHandler(options: TurnHandlerOptions): RecognitionHooks {
  const { phases, responder, player, recorder, limits, recovery } = options;

  function handleLost() {
    recorder.handleUserSpeech('stopped');
    recorder.handleDiscarded();
    responder.cancelPreemptive();
  }

  return {
    onStartOfSpeech() {
      limits.hold();
      recorder.handleUserSpeech('started');
    },
    onInterimTranscript: recorder.handleWords,
    onPreemptiveGeneration(text, goesOn) {
      if (phases.maySpeak() && !player.busy) responder.generatePreemptively(text, goesOn);
    },
    onResumed: responder.cancelPreemptive,
    onEndOfTurn(turn) {
      recovery.handleTurn();
      options.reminders.handleTurn();
      recorder.handleTurn(turn);
      options.hooks.handleTurn(turn.goesOn);
      if (phases.maySpeak()) responder.respond({ ...turn, turn: recorder.turns });
      else if (!player.busy) limits.release(true);
    },
    onDiscarded(unheard) {
      handleLost();
      options.onFloorFree(false);
      recovery.handleUnheard(unheard);
    },
    onError(error) {
      handleLost();
      recovery.handleFailure(error);
      options.onFloorFree(true);
    },
  };
}
