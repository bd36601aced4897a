import type { Passage } from '../retrieval/passages/passage.ts';
import type { ToolCall, ToolDefinition } from './tools.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** On an assistant's message: the tools it called. */
  readonly toolCalls?: readonly ToolCall[];
  /** On a tool's message: the call it answers. */
  readonly toolCallId?: string;
}

export interface ModelRequest {
  /** The whole conversation so far, system prompt first, the person's new turn last. */
  readonly messages: readonly ModelMessage[];
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Tools the model may call; a model without tool calls ignores them. */
  readonly tools?: readonly ToolDefinition[];
  /** Passages from the assistant's files, best first; only the guide reads them. */
  readonly passages?: readonly Passage[];
  /** What another hearing made of the new turn, where that is something else (TURN-42); only the guide reads it. */
  readonly otherHearing?: string | undefined;
  readonly signal?: AbortSignal;
  /** A model elsewhere says what the answer took; the last word counts. */
  readonly onUsage?: (usage: ModelUsage) => void;
}

/** What one answer took, as the model's server counts it. */
export interface ModelUsage {
  readonly provider: string;
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What callers are expected to say to a model. */
export interface Expectations {
  /** As they may say it; the same array each time. */
  readonly phrases: readonly string[];
  /** What it makes of the last turn, and of what another hearing made of that. */
  understand(
    messages: readonly ModelMessage[],
    otherHearing?: string | undefined,
  ): Promise<Understood>;
}

/** A question that it knows an answer to, one that it would guess at, small talk, or nothing that it is sure of. */
export type Understood = 'fact' | 'guess' | 'talk' | 'unclear';

/** Answers a turn as a stream of text pieces and tool calls. One instance serves all calls; it keeps no state. */
export interface Model {
  readonly provider: string;
  /** Whether these are all the words of a question that it can answer: who asked it need not be waited for. */
  knows?(question: string): boolean;
  /** Present where it can tell what it makes of a turn before it answers. */
  readonly expects?: Expectations | undefined;
  respond(request: ModelRequest): AsyncIterable<string | ToolCall>;
}
