import type { Memory } from '../history/memory.ts';
import type { ClientMessages } from './client-messages.ts';
import type { CurrentAssistant } from './current-assistant.ts';
import type { Handoff } from './port.ts';

export interface HandoffsOptions {
  readonly assistant: CurrentAssistant;
  readonly memory: Pick<Memory, 'handOver'>;
  readonly client: Pick<ClientMessages, 'transfer' | 'node'>;
  readonly find: (destination: string) => Handoff | null;
  /** Says the new assistant's opening words. */
  readonly say: (text: string, interruptible: boolean) => void;
  /** The new assistant answers what is due, or opens when nothing was said before. */
  readonly answer: (history: Handoff['history']) => void;
}

/** Puts another assistant in the place of the one who speaks; answers whether one took over. */
export function createHandoffs(options: HandoffsOptions): (destination: string) => boolean {
  const { assistant, memory, client } = options;
  return (destination) => {
    const handoff = options.find(destination);
    if (handoff === null) return false;
    const { to, history } = handoff;
    const from = assistant.name;
    assistant.change(to);
    memory.handOver(to.settings.systemPrompt, history);
    if (to.node === undefined) client.transfer(from, to.name);
    else client.node(to.node);
    const { firstMessage, firstMessageMode, firstMessageInterruptionsEnabled } = to.settings;
    // Who waits for the person says nothing; who has no words of its own answers what was asked.
    if (firstMessageMode === 'assistant-waits-for-user') return true;
    if (firstMessageMode === 'assistant-speaks-first' && firstMessage !== null) {
      options.say(firstMessage, firstMessageInterruptionsEnabled);
    } else {
      options.answer(history);
    }
    return true;
  };
}
