/** The JSON Schema of an object, as sent to models. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool that a model may call. */
export interface ToolDefinition {
  /** Letters, digits, `_` and `-`, at most 64: what models accept. */
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /**
   * For a model that follows no instructions: the topic on which to call the tool; empty: after anything the caller
   * says next. Absent: such a model never calls it.
   */
  readonly when?: string;
  /** Using it changes who speaks, and reaches nobody outside. */
  readonly handsOver?: true;
}

/** A model's call of a tool; `arguments` is the JSON text it wrote, not yet validated. */
export interface ToolCall {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** Fields that the model's server wants back unchanged. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The outcome of a tool call. */
export interface ToolResult {
  readonly toolCallId: string;
  readonly name: string;
  /** For the model: text or JSON text. */
  readonly content: string;
  readonly failed: boolean;
  /** Spoken verbatim instead of asking the model again (TOOL-4). */
  readonly say?: string;
  readonly effect?: ToolEffect;
  /** What the caller's page is asked to show, at once. */
  readonly openPage?: string;
}

/** What a tool does to the conversation itself. */
export type ToolEffect =
  | { readonly type: 'end-call' }
  | { readonly type: 'handoff'; readonly destination: string };

export interface ToolRunOptions {
  readonly signal: AbortSignal;
  /** The conversation so far, for tools that pass it on. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Gets words for the waiting caller: when a tool starts, and when it takes long. */
  readonly onSay: (text: string) => void;
}

/** Runs tools for one conversation or chat; failures are results, never thrown. */
export interface ToolRunner {
  /** Of the current assistant: a handoff changes them. */
  readonly definitions: readonly ToolDefinition[];
  run(call: ToolCall, options: ToolRunOptions): Promise<ToolResult>;
}

/** Rounds of tools after which a model must answer without them (TOOL-5). */
export const TOOL_ROUNDS_MAX = 8;
