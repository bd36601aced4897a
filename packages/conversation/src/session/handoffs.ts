import type { Memory } from '../history/memory.ts';
import type { AssistantInForce } from './active-assistant.ts';
import type { Announcer } from './announcer.ts';
import type { Handoff } from './port.ts';

export interface HandoffsOptions {
  readonly inForce: AssistantInForce;
  readonly memory: Pick<Memory, 'handOver'>;
  readonly announcer: Pick<Announcer, 'transfer' | 'node'>;
  readonly find: (destination: string) => Handoff | null;
  /** Says the new assistant's opening words. */
  readonly say: (text: string, interruptible: boolean) => void;
  /** The new assistant answers what is due, or opens when nothing was said before. */
  readonly answer: (history: Handoff['history']) => void;
}

/** Puts another assistant in the place of the one who speaks; answers whether one took over. */
export function createHandoffs(options: HandoffsOptions): (destination: string) => boolean {
  const { inForce, memory, announcer } = options;
  return (destination) => {
    const handoff = options.find(destination);
    if (handoff === null) return false;
    const { to, history } = handoff;
    const from = inForce.name;
    inForce.change(to);
    memory.handOver(to.settings.systemPrompt, history);
    if (to.node === undefined) announcer.transfer(from, to.name);
    else announcer.node(to.node);
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
