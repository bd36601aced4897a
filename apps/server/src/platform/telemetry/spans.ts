/** What is known of a span; absent values are left out. */
export type SpanAttributes = Readonly<
  Record<string, string | number | boolean | readonly string[]>
>;

export interface SpanOptions {
  /** Epoch ms. */
  readonly at: number;
  readonly attributes?: SpanAttributes;
}

/** Something that takes time, and what happens in it. */
export interface OpenSpan {
  start(name: string, options: SpanOptions): OpenSpan;
  set(attributes: SpanAttributes): void;
  /** @param failure of which kind it is, where it failed */
  end(at: number, failure?: string): void;
}

/** Where spans go. */
export interface Spans {
  /** Whether what people say may be in them. */
  readonly capturesContent: boolean;
  start(name: string, options: SpanOptions): OpenSpan;
  /** Sends what waits. */
  close(): Promise<void>;
}
