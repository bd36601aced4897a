export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelRequest {
  /** The whole conversation so far, system prompt first, the person's new turn last. */
  readonly messages: readonly ModelMessage[];
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
}

/** Answers a turn as a stream of text pieces. One instance serves all calls; it keeps no state. */
export interface Model {
  readonly provider: string;
  respond(request: ModelRequest): AsyncIterable<string>;
}
