/** A JSON Schema of an object, as models are told it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a model may ask for. */
export interface ToolDefinition {
  /** Letters, digits, `_` and `-`, at most 64: what models accept. */
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /**
   * When it is due, for a model that reads no instructions: what the person then says it is about; empty: after
   * whatever they say next. Absent: such a model never asks for it.
   */
  readonly when?: string;
}

/** What a model asks for; `arguments` is the JSON text it wrote, not checked yet. */
export interface ToolCall {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** What the model's server wants back with it, as it came. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What came of it. */
export interface ToolResult {
  readonly toolCallId: string;
  readonly name: string;
  /** For the model: text or JSON text. */
  readonly content: string;
  readonly failed: boolean;
  /** Spoken as it is instead of asking the model again. */
  readonly say?: string;
  readonly effect?: ToolEffect;
}

/** What a tool does to the conversation itself. */
export type ToolEffect =
  | { readonly type: 'end-call' }
  | { readonly type: 'handoff'; readonly destination: string };

export interface ToolRunOptions {
  readonly signal: AbortSignal;
  /** The conversation so far, for tools that send it along. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Words for who waits: at the start of a tool, and when it takes long. */
  readonly onSay: (text: string) => void;
}

/** Runs tools for one conversation or chat; failures are results, never thrown. */
export interface ToolRunner {
  /** In force now: a handoff changes them. */
  readonly definitions: readonly ToolDefinition[];
  run(call: ToolCall, options: ToolRunOptions): Promise<ToolResult>;
}

/** Rounds of tools before an answer must come: a model that only calls tools is stopped. */
export const TOOL_ROUNDS_MAX = 8;
