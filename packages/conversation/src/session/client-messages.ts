import type { EndReason, TurnTiming } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import type { ModelMessage } from '../generation/model.ts';
import type { ToolCall, ToolResult } from '../generation/tools.ts';
import type { ActiveNode } from './port.ts';

/** Sends the page what happens, as the published messages. */
export interface ClientMessages {
  inProgress(): void;
  ended(endedReason: EndReason): void;
  speech(role: 'user' | 'assistant', status: 'started' | 'stopped', turn: number): void;
  transcript(line: TranscriptLine): void;
  conversation(messages: readonly ModelMessage[]): void;
  interrupted(): void;
  voiceInput(input: string): void;
  /** The tools a model calls; a result for each follows. */
  toolCalls(calls: readonly ToolCall[]): void;
  /** The result, and the page that it asks to be shown. */
  toolResult(result: ToolResult): void;
  timing(timing: TurnTiming): void;
  timeLeft(secondsLeft: number): void;
  hang(): void;
  transfer(from: string | null, to: string | null): void;
  assistantStarted(name: string | null): void;
  node(node: ActiveNode): void;
  error(code: string, message: string): void;
}

export interface TranscriptLine {
  readonly role: 'user' | 'assistant';
  readonly transcriptType: 'partial' | 'final';
  readonly transcript: string;
  readonly utteranceId: string;
  readonly interrupted?: boolean;
}

interface SpokenMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A conversation-update carries the newest messages up to this: it must fit one app message. */
const UPDATE_MAX_CHARACTERS = 12_000;
/** Characters of a tool's arguments or result that the page gets; the stored call keeps all. */
const TOOL_MAX_CHARACTERS = 4_000;

const isShort = (text: string) => text.length <= TOOL_MAX_CHARACTERS;

export function createClientMessages(send: (message: ServerMessage) => void): ClientMessages {
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
    toolCalls: (calls) =>
      send({
        type: 'tool-calls',
        toolCallList: calls.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: isShort(call.arguments) ? call.arguments : '{}' },
        })),
      }),
    toolResult({ toolCallId, name, content, failed, openPage }) {
      send({
        type: 'tool-calls-result',
        toolCallResult: {
          toolCallId,
          name,
          [failed ? 'error' : 'result']: content.slice(0, TOOL_MAX_CHARACTERS),
        },
      });
      if (openPage !== undefined) send({ type: 'open-page', page: openPage });
    },
    timing: (timing) => send({ type: 'turn-timing', timing }),
    timeLeft: (secondsLeft) => send({ type: 'time-limit', secondsLeft }),
    hang: () => send({ type: 'hang' }),
    assistantStarted: (name) => send({ type: 'assistant.started', newAssistant: { name } }),
    node: ({ name, type }) => send({ type: 'workflow.node.started', node: { name, type } }),
    transfer: (from, to) =>
      send({
        type: 'transfer-update',
        destination: { type: 'assistant', assistantName: to ?? '' },
        fromAssistant: { name: from },
        toAssistant: { name: to },
      }),
    error: (code, message) => send({ type: 'error', code, message }),
  };
}

/** Without prompts and tool results: they are the organisation's, and a page holds only a public key. */
function newest(messages: readonly ModelMessage[]): SpokenMessage[] {
  const kept: SpokenMessage[] = [];
  let size = 0;
  for (const { role, content, toolCalls } of messages.toReversed()) {
    if (role === 'system' || role === 'tool' || toolCalls !== undefined) continue;
    size += content.length;
    if (size > UPDATE_MAX_CHARACTERS && kept.length > 0) break;
    kept.push({ role, content });
  }
  return kept.reverse();
}
