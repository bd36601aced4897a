import type { Responder } from '../generation/responder.ts';
import type { Memory } from '../history/memory.ts';
import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { ClientMessages } from './client-messages.ts';
import type { CurrentAssistant } from './current-assistant.ts';
import type { PhaseTable } from './phase-table.ts';
import type { Handoff } from './port.ts';

export interface HandoffsOptions {
  readonly assistant: CurrentAssistant;
  readonly phases: PhaseTable;
  readonly memory: Pick<Memory, 'handOver'>;
  readonly client: Pick<ClientMessages, 'transfer' | 'node' | 'assistantStarted'>;
  readonly speech: Pick<SpeechFactory, 'say'>;
  readonly responder: Pick<Responder, 'greet' | 'respond'>;
  readonly userSpeaks: () => boolean;
  readonly find: (destination: string) => Handoff | null;
}

const NOT_AVAILABLE = 'Sorry, I cannot reach them now. Let us go on together.';

/** Returns a function that puts another assistant in the place of the present one, or says that there is none. */
export function createHandoffs(options: HandoffsOptions): (destination: string) => void {
  const { assistant, phases, memory, client, speech, responder } = options;

  function open({ to, history }: Handoff) {
    const { firstMessage, firstMessageMode, firstMessageInterruptionsEnabled } = to.settings;
    if (firstMessageMode === 'assistant-waits-for-user' || phases.muted) return;
    if (firstMessageMode === 'assistant-speaks-first' && firstMessage !== null) {
      // Speech that is going on is answered by the new assistant: a greeting would be in the way.
      if (options.userSpeaks()) return;
      speech.say(firstMessage, { interruptible: firstMessageInterruptionsEnabled });
    } else if (history === 'forget') {
      responder.greet(true);
    } else {
      responder.respond(null, true);
    }
  }

  return (destination) => {
    if (phases.phase !== 'running') return;
    const handoff = options.find(destination);
    if (handoff === null) return speech.say(NOT_AVAILABLE, { interruptible: true });
    const from = assistant.name;
    const { to } = handoff;
    assistant.change(to);
    memory.handOver(to.settings.systemPrompt, handoff.history);
    if (to.node === undefined) client.transfer(from, to.name);
    else client.node(to.node);
    if (to.node === undefined) client.assistantStarted(to.name);
    open(handoff);
  };
}
