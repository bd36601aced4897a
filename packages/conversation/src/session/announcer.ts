import type { EndReason, TurnTiming } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { ModelMessage } from '../model/port.ts';

/** Words the page with what happens, in the published messages. */
export interface Announcer {
  inProgress(): void;
  ended(endedReason: EndReason): void;
  speech(role: 'user' | 'assistant', status: 'started' | 'stopped', turn: number): void;
  transcript(line: TranscriptLine): void;
  conversation(messages: readonly ModelMessage[]): void;
  interrupted(): void;
  voiceInput(input: string): void;
  timing(timing: TurnTiming): void;
  timeLeft(secondsLeft: number): void;
  hang(): void;
  error(code: string, message: string): void;
}

export interface TranscriptLine {
  readonly role: 'user' | 'assistant';
  readonly transcriptType: 'partial' | 'final';
  readonly transcript: string;
  readonly utteranceId: string;
  readonly interrupted?: boolean;
}

/** A conversation-update carries the newest messages up to this: it must fit one app message. */
const UPDATE_MAX_CHARACTERS = 12_000;

export function createAnnouncer(send: (message: ServerMessage) => void): Announcer {
  return {
    inProgress: () => send({ type: 'status-update', status: 'in-progress' }),
    ended: (endedReason) => send({ type: 'status-update', status: 'ended', endedReason }),
    speech: (role, status, turn) => send({ type: 'speech-update', role, status, turn }),
    transcript: ({ interrupted, ...line }) =>
      send({ type: 'transcript', ...line, ...(interrupted ? { interrupted } : {}) }),
    conversation: (messages) =>
      send({ type: 'conversation-update', conversation: newest(messages) }),
    interrupted: () => send({ type: 'user-interrupted' }),
    voiceInput: (input) => send({ type: 'voice-input', input }),
    timing: (timing) => send({ type: 'turn-timing', timing }),
    timeLeft: (secondsLeft) => send({ type: 'time-limit', secondsLeft }),
    hang: () => send({ type: 'hang' }),
    error: (code, message) => send({ type: 'error', code, message }),
  };
}

/** System messages stay here: pages hold public keys, prompts are the org's. */
function newest(messages: readonly ModelMessage[]): ModelMessage[] {
  const kept: ModelMessage[] = [];
  let size = 0;
  for (const message of messages.toReversed()) {
    if (message.role === 'system') continue;
    size += message.content.length;
    if (size > UPDATE_MAX_CHARACTERS && kept.length > 0) break;
    kept.push(message);
  }
  return kept.reverse();
}
