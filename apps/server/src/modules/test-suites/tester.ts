import type { ActiveAssistant, ModelMessage } from '@kindling/conversation';
import { scriptLines } from './script-lines.ts';

/** A line of the conversation, as either side heard it. */
export interface Line {
  readonly role: 'user' | 'bot';
  readonly text: string;
}

/** Plays the caller. */
export interface Tester {
  /** What it says next; null when it has nothing more to say. */
  next(said: readonly Line[], signal: AbortSignal): Promise<string | null>;
}

/** More is a conversation that does not find its end. */
export const TURNS_MAX = 30;

/** Says the lines of the script in their order, whatever it hears. */
export function createScriptedTester(script: string): Tester {
  const lines = scriptLines(script).slice(0, TURNS_MAX);
  return {
    next: async (said) => lines[said.filter(({ role }) => role === 'user').length] ?? null,
  };
}

const END = '[end]';
const INSTRUCTIONS = `You are testing an assistant by playing a caller. Follow the script: say what the caller would say next, one short turn at a time, and nothing else. Once the script is done, write ${END} and nothing else.`;

/** A model that plays the caller; `tester` has a model other than the local guide. */
export function createModelTester(tester: ActiveAssistant, script: string): Tester {
  const { model, settings } = tester;
  return {
    async next(said, signal) {
      const turns = said.filter(({ role }) => role === 'user').length;
      if (turns >= TURNS_MAX) return null;
      let text = '';
      const { temperature, maxTokens } = settings;
      const pieces = model.respond({
        messages: promptOf(settings.systemPrompt, script, said),
        signal,
        ...(temperature === undefined ? {} : { temperature }),
        ...(maxTokens === undefined ? {} : { maxTokens }),
      });
      for await (const piece of pieces) if (typeof piece === 'string') text += piece;
      const line = text.replaceAll(END, '').trim();
      const isOver = line === '' || settings.endCallPhrases.some((phrase) => holds(line, phrase));
      return isOver ? null : line;
    },
  };
}

const holds = (text: string, phrase: string) => text.toLowerCase().includes(phrase.toLowerCase());

/** To the model that plays the caller, the assistant is the person. */
function promptOf(own: string, script: string, said: readonly Line[]): ModelMessage[] {
  const system = [own, INSTRUCTIONS, `The script:\n${script}`].filter((text) => text !== '');
  const heard = said.map(({ role, text }) => ({
    role: role === 'bot' ? ('user' as const) : ('assistant' as const),
    content: text,
  }));
  const first: ModelMessage[] =
    heard[0]?.role === 'user'
      ? []
      : [{ role: 'user', content: 'The call has begun. Speak first.' }];
  return [{ role: 'system', content: system.join('\n\n') }, ...first, ...heard];
}
