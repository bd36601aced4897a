import type { ToolCall, ToolDefinition, ToolResult, ToolRunOptions } from '@kindling/conversation';
import type { AssistantCreate, Server, ToolMessage } from '@kindling/protocol';

/** For whom a tool runs. */
export interface ToolContext {
  readonly orgId: string;
  readonly assistantId: string | null;
  readonly assistant: AssistantCreate;
  /** The call, where it is one. */
  readonly callId: string | null;
  /** The conversation as the organisation's server receives it: `{ call }` or `{ chat }`. */
  readonly about: Readonly<Record<string, unknown>>;
  /** Where the organisation's functions run when neither the tool nor the assistant says. */
  readonly orgServer: Server | null;
  /** What `{{name}}` stands for; tools add to it. */
  readonly variables: Record<string, unknown>;
}

/** One use of a tool, its arguments checked. */
export interface ToolUse extends Pick<ToolRunOptions, 'messages' | 'signal'> {
  readonly call: ToolCall;
  readonly values: Readonly<Record<string, unknown>>;
  readonly context: ToolContext;
}

export interface ToolOutcome
  extends Pick<ToolResult, 'content' | 'failed' | 'effect' | 'openPage'> {
  /** Said, or sent to the model, instead of the tool's own messages. */
  readonly message?: ToolMessage;
}

/** A tool as it is used in a conversation. */
export interface ReadyTool {
  readonly definition: ToolDefinition;
  readonly messages: readonly ToolMessage[] | undefined;
  /** @throws an `OutgoingError` or the signal's reason */
  run(use: ToolUse): Promise<ToolOutcome>;
}

export const failed = (content: string): ToolOutcome => ({ content, failed: true });
export const done = (content: string): ToolOutcome => ({ content, failed: false });

/** More than this is cut: a model reads it in every later turn, characters. */
export const MAX_CONTENT = 16_000;
export const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false };
