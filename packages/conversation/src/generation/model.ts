import type { Passage } from '../retrieval/passages/passage.ts';
import type { ToolCall, ToolDefinition } from './tools.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** Of an assistant's message: what it asked for. */
  readonly toolCalls?: readonly ToolCall[];
  /** Of a tool's message: which call it answers. */
  readonly toolCallId?: string;
}

export interface ModelRequest {
  /** The whole conversation so far, system prompt first, the person's new turn last. */
  readonly messages: readonly ModelMessage[];
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** What the model may ask for; one that cannot call tools ignores them. */
  readonly tools?: readonly ToolDefinition[];
  /** What was found in the assistant's own files, best first; read by the guide. */
  readonly passages?: readonly Passage[];
  readonly signal?: AbortSignal;
}

/** Answers a turn as a stream of text pieces and tool calls. One instance serves all calls; it keeps no state. */
export interface Model {
  readonly provider: string;
  respond(request: ModelRequest): AsyncIterable<string | ToolCall>;
}
