import type { ToolCall } from '@kindling/conversation';
import type { EvalToolCall } from '@kindling/protocol';

/** What a judge makes of one reply. Null: it passes; else why it does not. */
export type Failure = string | null;

/** A call of a tool, as it is compared and shown. */
export interface CalledTool {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Who takes over by it: whatever its name, it is a handoff to them. Null: it is none. */
  readonly handoffTo: string | null;
}

/** What the target said in one turn. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** The same calls, read. */
  readonly called: readonly CalledTool[];
}

/** A line of the conversation as a judge reads it. */
export interface JudgedLine {
  readonly role: string;
  readonly content?: string;
  readonly toolCalls?: readonly EvalToolCall[];
}

/** For messages to people. */
export const quoted = (text: string): string =>
  `“${text.length > 500 ? `${text.slice(0, 500)}…` : text}”`;
