import type { Responder } from '../generation/responder.ts';
import type { Memory } from '../history/memory.ts';
import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { PhaseTable } from './phase-table.ts';
import type { ConversationSettings, ResumedConversation } from './port.ts';

export interface OpeningOptions {
  readonly phases: Pick<PhaseTable, 'maySpeak'>;
  readonly settings: Pick<ConversationSettings, 'firstMessageMode'>;
  readonly memory: Pick<Memory, 'modelMessages'>;
  readonly speech: Pick<SpeechFactory, 'say'>;
  readonly responder: Pick<Responder, 'respond'>;
  readonly sayFirstMessage: () => void;
}

const CUT_OFF = 'Sorry, we were cut off for a moment.';
const WHERE_WERE_WE = `${CUT_OFF} Please go on.`;

/**
 * Returns a function that says the first words of a conversation, or goes on with one whose server died: the caller
 * heard the voice break off, and hears why. What was owed is said again, from its beginning: better twice than lost.
 * Where it was handed over at rest there is nothing to say.
 */
export function createOpening(options: OpeningOptions): (resumed?: ResumedConversation) => void {
  const { phases, settings, memory, speech, responder } = options;
  const greets = settings.firstMessageMode !== 'assistant-waits-for-user';

  function goOn({ record, owesAnswer, wasCutOff = true }: ResumedConversation): void {
    if (!wasCutOff || !phases.maySpeak()) return;
    const hasTurn = memory.modelMessages().some(({ role }) => role === 'user');
    if (owesAnswer && hasTurn) {
      speech.say(CUT_OFF, { interruptible: true });
      responder.respond(null);
    } else if (owesAnswer && greets) {
      if (record.length > 0) speech.say(CUT_OFF, { interruptible: true });
      options.sayFirstMessage();
    } else speech.say(WHERE_WERE_WE, { interruptible: true });
  }

  return (resumed) => {
    // One that nobody has heard yet begins.
    if (resumed !== undefined && resumed.startedAt !== null) goOn(resumed);
    else if (greets) options.sayFirstMessage();
  };
}
