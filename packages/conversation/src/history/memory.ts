import type { CallMessage } from '@kindling/protocol';
import type { ModelMessage } from '../generation/model.ts';
import type { ToolCall, ToolResult } from '../generation/tools.ts';
import type { HandoffHistory, ResumedConversation } from '../session/port.ts';
import { joinWords } from './join-words.ts';
import { createLineBudget } from './line-budget.ts';
import { readRecord } from './read-record.ts';
import { recentEntries } from './recent-entries.ts';
import { toolCallMessages, toolModelMessages } from './tool-messages.ts';

/** The conversation's record: what was said on both sides, in the order it was heard (TURN-30). */
export interface Memory {
  /** Whether the call may hold one more line with these words. */
  hasRoom(text: string): boolean;
  addUser(text: string, time: number, endTime: number): void;
  /** Speech never goes on with it. */
  addTyped(text: string, time: number): void;
  /**
   * The caller goes on with their last turn: it takes in these words, and the answer that was broken off is
   * withdrawn (TURN-36). Returns the words of the whole turn; null where it was typed, or where anything else came in
   * between or is being said.
   */
  continueUser(text: string, endTime: number): string | null;
  /** Context from the page: never spoken, but known to the model. */
  addContext(role: 'system' | 'assistant', text: string, time: number): void;
  /** Tool calls and their results: known to the model, never spoken. */
  addTools(calls: readonly ToolCall[], results: readonly ToolResult[], time: number): void;
  /**
   * A sentence begins to play. It joins its utterance's message unless the caller spoke in between; call the returned
   * function with what was played of it.
   */
  beginSentence(utteranceId: string, time: number): (played: PlayedSentence) => void;
  /** Another assistant takes over, with its own prompt. */
  handOver(systemPrompt: string, history: HandoffHistory): void;
  /** System prompt first, neighbours of one role joined; `next` is appended as the user's turn, or goes on with it. */
  modelMessages(next?: string, goesOn?: boolean): ModelMessage[];
  callMessages(startedAt: number | null): CallMessage[];
  /** `AI: …` and `User: …` lines. */
  transcript(): string;
}

export interface PlayedSentence {
  readonly text: string;
  readonly endTime: number;
  readonly interrupted: boolean;
}

export interface ToolExchange {
  readonly calls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
}

interface Entry {
  readonly role: 'system' | 'user' | 'assistant';
  /** Instead of text. */
  readonly tools?: ToolExchange;
  readonly extra?: number;
  readonly prompt?: boolean;
  readonly spoken: boolean;
  readonly typed?: boolean;
  readonly utteranceId?: string;
  readonly time: number;
  endTime: number;
  text: string;
  interrupted: boolean;
  /** A sentence of it plays. */
  playing: boolean;
}

type NewEntry = Omit<Entry, 'interrupted' | 'playing'>;

/** Speech may be recognised late; its place is where it was recognised. */
function appendInTime(entries: Entry[], entry: NewEntry): Entry {
  const time = Math.max(entry.time, entries.at(-1)?.time ?? entry.time);
  const endTime = Math.max(time, entry.endTime);
  const placed = { ...entry, time, endTime, interrupted: false, playing: false };
  entries.push(placed);
  return placed;
}

const isHeard = ({ text, tools }: Entry) => text !== '' || tools !== undefined;

/** Speech that was cut, if any of it was heard. */
const isBrokenOff = (entry: Entry) =>
  !entry.playing && (!isHeard(entry) || (entry.utteranceId !== undefined && entry.interrupted));

/**
 * @param earlier messages of former conversations: models see them, the record of this one does not contain them
 * @param resumed what was said of this conversation before its server died
 */
export function createMemory(
  firstPrompt: string,
  earlier: readonly ModelMessage[] = [],
  resumed: Pick<ResumedConversation, 'record' | 'knownFrom'> = { record: [] },
): Memory {
  const entries: Entry[] = readRecord(resumed.record).map((entry) => ({
    ...entry,
    playing: false,
  }));
  const budget = createLineBudget();
  for (const { text } of entries) budget.count(text);
  let systemPrompt = firstPrompt;
  /** Models see the entries from this index on. */
  let known = readRecord(resumed.record.slice(0, resumed.knownFrom ?? 0)).length;
  let before = known > 0 ? [] : spokenOf(earlier);

  const append = (entry: NewEntry) => appendInTime(entries, entry);
  const heard = () => entries.filter(isHeard);
  const shown = (until = entries.length) =>
    recentEntries([...before, ...entries.slice(known, until).filter(isHeard)]);

  /** The caller's last spoken turn, where all that came after it is an answer that was broken off. */
  function unfinishedTurn(): { readonly at: number; readonly entry: Entry } | null {
    const at = entries.findLastIndex(({ role, spoken }) => role === 'user' && spoken);
    const entry = entries[at];
    if (entry === undefined || entry.typed === true || at < known) return null;
    return entries.slice(at + 1).every(isBrokenOff) ? { at, entry } : null;
  }

  function messagesWith(next: string, goesOn: boolean): ModelMessage[] {
    const turn = goesOn ? unfinishedTurn() : null;
    const text = turn === null ? next : joinWords(turn.entry.text, next);
    return joinNeighbours(systemPrompt, [...shown(turn?.at), { role: 'user', text }]);
  }

  return {
    hasRoom: budget.fits,
    addUser: (text, time, endTime) => {
      budget.count(text);
      append({ role: 'user', spoken: true, text, time, endTime });
    },
    addTyped(text, time) {
      budget.count(text);
      append({ role: 'user', spoken: true, typed: true, text, time, endTime: time });
    },
    continueUser(text, endTime) {
      const turn = unfinishedTurn();
      if (turn === null) return null;
      budget.count(text);
      entries.splice(turn.at + 1);
      turn.entry.text = joinWords(turn.entry.text, text);
      turn.entry.endTime = Math.max(turn.entry.endTime, endTime);
      return turn.entry.text;
    },
    addContext: (role, text, time) => {
      budget.count(text);
      append({ role, spoken: false, text, time, endTime: time });
    },
    addTools: (calls, results, time) => {
      const tools = { calls, results };
      const extra = JSON.stringify(tools).length;
      budget.count('');
      append({ role: 'assistant', spoken: false, tools, extra, text: '', time, endTime: time });
    },
    beginSentence(utteranceId, time) {
      const last = entries.at(-1);
      const entry =
        last?.utteranceId === utteranceId
          ? last
          : append({ role: 'assistant', spoken: true, utteranceId, text: '', time, endTime: time });
      entry.playing = true;
      return (played) => {
        entry.playing = false;
        if (played.text !== '') budget.count(played.text);
        entry.text = [entry.text, played.text].filter(Boolean).join(' ');
        entry.endTime = Math.max(entry.endTime, played.endTime);
        entry.interrupted ||= played.interrupted;
      };
    },
    handOver(prompt, history) {
      if (history === 'forget') {
        known = entries.length;
        before = [];
      }
      if (history !== 'keep-prompts') systemPrompt = prompt;
      else if (prompt !== '') {
        const time = entries.at(-1)?.endTime ?? 0;
        append({ role: 'system', spoken: false, prompt: true, text: prompt, time, endTime: time });
      }
    },
    modelMessages: (next, goesOn = false) =>
      next === undefined ? joinNeighbours(systemPrompt, shown()) : messagesWith(next, goesOn),
    callMessages: (startedAt) => heard().flatMap((entry) => toCallMessages(entry, startedAt)),
    transcript: () =>
      heard()
        .filter((entry) => entry.spoken)
        .map((entry) => `${entry.role === 'user' ? 'User' : 'AI'}: ${entry.text}`)
        .join('\n'),
  };
}

function spokenOf(messages: readonly ModelMessage[]): Pick<Entry, 'role' | 'text'>[] {
  return messages.flatMap(({ role, content }) =>
    role === 'tool' || content === '' ? [] : [{ role, text: content }],
  );
}

function joinNeighbours(
  systemPrompt: string,
  entries: readonly Pick<Entry, 'role' | 'text' | 'tools'>[],
): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const { role, text, tools } of entries) {
    if (tools !== undefined) {
      messages.push(...toolModelMessages(tools));
      continue;
    }
    const last = messages.at(-1);
    if (last && last.role === role && role !== 'system' && last.toolCalls === undefined) {
      messages[messages.length - 1] = { role, content: `${last.content} ${text}` };
    } else {
      messages.push({ role, content: text });
    }
  }
  return systemPrompt === '' ? messages : [{ role: 'system', content: systemPrompt }, ...messages];
}

function toCallMessages(entry: Entry, startedAt: number | null): CallMessage[] {
  const times = {
    time: entry.time,
    endTime: entry.endTime,
    secondsFromStart: Math.max(0, (entry.time - (startedAt ?? entry.time)) / 1_000),
  };
  if (entry.tools !== undefined) return toolCallMessages(entry.tools, times);
  return [
    {
      role: entry.role === 'assistant' ? 'bot' : entry.role,
      message: entry.text,
      ...times,
      ...(entry.interrupted ? { interrupted: true } : {}),
    },
  ];
}
