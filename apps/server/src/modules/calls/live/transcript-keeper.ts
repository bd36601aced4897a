import { createLineBudget } from '@kindling/conversation';
import type { CallMessage } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { PlacedLine } from '../store/call-lines.ts';

/** What was said so far and which tools were used: all that outlives a crash. */
export interface TranscriptKeeper {
  readonly messages: readonly CallMessage[];
  /** Where the next line stands. */
  readonly nextPosition: number;
  /**
   * The line that the message made, changed or withdrew; null: none. `full` once, for the first line that has no place
   * any more. `command`: number of the page's command that it came with.
   */
  handle(message: ServerMessage, command?: number): PlacedLine | 'full' | null;
  /** A line that is no message to the page: a tool that is called, or its result. */
  add(line: CallMessage): PlacedLine | 'full' | null;
}

export interface TranscriptKeeperOptions {
  readonly now: () => number;
  /** Of a call that goes on here: its lines, and when it began. */
  readonly resumed?:
    | { readonly lines: readonly PlacedLine[]; readonly startedAt: number | null }
    | undefined;
}

export function createTranscriptKeeper({
  now,
  resumed,
}: TranscriptKeeperOptions): TranscriptKeeper {
  const lines: (CallMessage | null)[] = [];
  for (const { position, line } of resumed?.lines ?? []) lines[position] = line;
  /** Where each line of the page stands, by its utterance. */
  const places = new Map<string, number>();
  const startedAt = resumed?.startedAt ?? now();
  const budget = createLineBudget();
  for (const line of lines) if (line) budget.count(line.message);
  let full = false;

  function put(position: number, line: CallMessage): PlacedLine | 'full' | null {
    if (full) return null;
    const text = line.toolCalls === undefined ? line.message : JSON.stringify(line.toolCalls);
    full = !budget.fits(text + (line.result ?? ''));
    if (full) return 'full';
    budget.count(text + (line.result ?? ''));
    const placed = { ...line, secondsFromStart: (line.time - startedAt) / 1_000 };
    lines[position] = placed;
    return { position, line: placed };
  }

  function withdraw(position: number | undefined): PlacedLine | null {
    if (position === undefined || !lines[position]) return null;
    lines[position] = null;
    return { position, line: null };
  }

  return {
    get messages() {
      return lines.filter((line): line is CallMessage => Boolean(line));
    },
    get nextPosition() {
      return lines.length;
    },
    add: (line) => put(lines.length, line),
    handle(message, command) {
      if (message.type !== 'transcript' || message.transcriptType !== 'final') return null;
      const { transcript, utteranceId = '', interrupted } = message;
      const place = places.get(utteranceId);
      // Nothing was heard of it, or it was taken back.
      if (transcript === '') return withdraw(place);
      const time = (place === undefined ? undefined : lines[place]?.time) ?? now();
      const position = place ?? lines.length;
      if (utteranceId !== '') places.set(utteranceId, position);
      const placed = put(position, {
        role: message.role === 'user' ? 'user' : 'bot',
        message: transcript,
        time,
        endTime: now(),
        secondsFromStart: 0,
        ...(interrupted === undefined ? {} : { interrupted }),
      });
      const isTyped = message.role === 'user' && command !== undefined;
      return isTyped && placed !== null && placed !== 'full' ? { ...placed, command } : placed;
    },
  };
}
