import type { Responder } from '../generation/responder.ts';
import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { PhaseTable } from './phase-table.ts';
import type { ConversationSettings } from './port.ts';

export interface FirstMessageOptions {
  readonly phases: PhaseTable;
  readonly settings: ConversationSettings;
  readonly speech: Pick<SpeechFactory, 'say'>;
  readonly responder: Pick<Responder, 'greet'>;
}

/** Returns a function that says the first message, once, as soon as the assistant may speak. */
export function createFirstMessage(options: FirstMessageOptions): () => void {
  const { phases, settings, speech, responder } = options;
  let said = false;
  return () => {
    if (said || !phases.maySpeak()) return;
    const interruptible = settings.firstMessageInterruptionsEnabled;
    if (settings.firstMessageMode === 'assistant-speaks-first-with-model-generated-message') {
      responder.greet(interruptible);
    } else if (settings.firstMessage) {
      speech.say(settings.firstMessage, { interruptible });
    } else {
      return;
    }
    said = true;
  };
}
