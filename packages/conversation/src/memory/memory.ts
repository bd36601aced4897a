import type { CallMessage } from '@kindling/protocol';
import type { ModelMessage } from '../model/port.ts';

/** What was said on both sides, in the order it was heard. */
export interface Memory {
  addUser(text: string, time: number, endTime: number): void;
  /** Context from the page: never spoken, but known to the model. */
  addContext(role: 'system' | 'assistant', text: string, time: number): void;
  /**
   * A sentence begins to play. It joins the utterance's message unless somebody spoke
   * since; its words are remembered when the returned function is told what was played.
   */
  beginSentence(utteranceId: string, time: number): (played: PlayedSentence) => void;
  /** System prompt first, neighbours of one role joined; `next` as the person's turn behind them. */
  modelMessages(next?: string): ModelMessage[];
  callMessages(startedAt: number | null): CallMessage[];
  /** `AI: …` and `User: …` lines. */
  transcript(): string;
}

export interface PlayedSentence {
  readonly text: string;
  readonly endTime: number;
  readonly interrupted: boolean;
}

interface Entry {
  readonly role: 'system' | 'user' | 'assistant';
  readonly spoken: boolean;
  readonly utteranceId?: string;
  readonly time: number;
  endTime: number;
  text: string;
  interrupted: boolean;
}

export function createMemory(systemPrompt: string): Memory {
  const entries: Entry[] = [];

  function append(entry: Omit<Entry, 'interrupted'>): Entry {
    // Speech that began earlier may be understood later; its place is where it was understood.
    const time = Math.max(entry.time, entries.at(-1)?.time ?? entry.time);
    const placed = { ...entry, time, endTime: Math.max(time, entry.endTime), interrupted: false };
    entries.push(placed);
    return placed;
  }

  const heard = () => entries.filter((entry) => entry.text !== '');

  return {
    addUser: (text, time, endTime) => {
      append({ role: 'user', spoken: true, text, time, endTime });
    },
    addContext: (role, text, time) => {
      append({ role, spoken: false, text, time, endTime: time });
    },
    beginSentence(utteranceId, time) {
      const last = entries.at(-1);
      const entry =
        last?.utteranceId === utteranceId
          ? last
          : append({ role: 'assistant', spoken: true, utteranceId, text: '', time, endTime: time });
      return (played) => {
        entry.text = [entry.text, played.text].filter(Boolean).join(' ');
        entry.endTime = Math.max(entry.endTime, played.endTime);
        entry.interrupted ||= played.interrupted;
      };
    },
    modelMessages: (next) =>
      joinNeighbours(
        systemPrompt,
        next === undefined ? heard() : [...heard(), { role: 'user', text: next }],
      ),
    callMessages: (startedAt) => heard().map((entry) => toCallMessage(entry, startedAt)),
    transcript: () =>
      heard()
        .filter((entry) => entry.spoken)
        .map((entry) => `${entry.role === 'user' ? 'User' : 'AI'}: ${entry.text}`)
        .join('\n'),
  };
}

function joinNeighbours(
  systemPrompt: string,
  entries: readonly Pick<Entry, 'role' | 'text'>[],
): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const { role, text } of entries) {
    const last = messages.at(-1);
    if (last && last.role === role && role !== 'system') {
      messages[messages.length - 1] = { role, content: `${last.content} ${text}` };
    } else {
      messages.push({ role, content: text });
    }
  }
  return systemPrompt === '' ? messages : [{ role: 'system', content: systemPrompt }, ...messages];
}

function toCallMessage(entry: Entry, startedAt: number | null): CallMessage {
  return {
    role: entry.role === 'assistant' ? 'bot' : entry.role,
    message: entry.text,
    time: entry.time,
    endTime: entry.endTime,
    secondsFromStart: Math.max(0, (entry.time - (startedAt ?? entry.time)) / 1_000),
    ...(entry.interrupted ? { interrupted: true } : {}),
  };
}
