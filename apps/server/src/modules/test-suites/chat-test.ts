import type { ActiveAssistant } from '@kindling/conversation';
import type { CallMessage, ChatMessage } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { answerChat } from '../chats/answer-chat.ts';
import { messageText, toModelMessages } from '../sessions/message-text.ts';
import type { Conversed, Subject } from './subject.ts';
import type { Line, Tester } from './tester.ts';

export interface ChatTestOptions {
  readonly subject: Subject;
  readonly tester: Tester;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Lets the tester write with the assistant, turn by turn.
 *
 * @throws when the model fails
 */
export async function runChatTest(options: ChatTestOptions): Promise<Conversed> {
  const { subject, tester, clock, signal } = options;
  const startedAt = clock.now();
  const said: Line[] = [];
  const messages: CallMessage[] = [];
  const known: ChatMessage[] = [];
  let assistant: ActiveAssistant = subject.first;
  let endedByAssistant = false;

  const note = (role: Line['role'], text: string) => {
    const time = clock.now();
    said.push({ role, text });
    messages.push({
      role,
      message: text,
      time,
      endTime: time,
      secondsFromStart: (time - startedAt) / 1_000,
    });
  };
  const endsWith = (text: string) =>
    assistant.settings.endCallPhrases.some((one) => text.toLowerCase().includes(one.toLowerCase()));

  const { firstMessage, firstMessageMode } = assistant.settings;
  if (firstMessage !== null && firstMessageMode === 'assistant-speaks-first') {
    note('bot', firstMessage);
    known.push({ role: 'assistant', content: firstMessage });
  }
  while (!endedByAssistant) {
    const line = await tester.next(said, signal);
    if (line === null) break;
    note('user', line);
    const input: ChatMessage = { role: 'user', content: line };
    const answer = await collect(input);
    known.push(input, ...answer);
    const reply = answer.filter(({ role }) => role === 'assistant').map(messageText);
    const text = reply.filter((one) => one !== '').join(' ');
    if (text !== '') note('bot', text);
    endedByAssistant = endsWith(text) || calledEnd(answer);
  }
  const artifact = { messages, transcript: transcriptOf(said), ...subject.workflowTrace() };
  return { artifact, endedByAssistant };

  async function collect(input: ChatMessage): Promise<ChatMessage[]> {
    const written: ChatMessage[] = [];
    const events = answerChat({
      first: assistant,
      signal,
      handOff(destination) {
        const handoff = subject.handOff(destination);
        assistant = handoff?.to ?? assistant;
        return handoff;
      },
      before: toModelMessages(known),
      input: toModelMessages([input]),
    });
    for await (const event of events) if (event.type === 'message') written.push(event.message);
    return written;
  }
}

/** A tool that ends calls leaves a chat without further words. */
const calledEnd = (answer: readonly ChatMessage[]) => answer.at(-1)?.role === 'tool';

export const transcriptOf = (said: readonly Line[]): string =>
  said.map(({ role, text }) => `${role === 'bot' ? 'AI' : 'User'}: ${text}`).join('\n');
