import type { Passage } from '../retrieval/passages/passage.ts';
import type { ModelMessage } from './model.ts';

/** What was found about a turn. */
export interface Findings {
  /** Spoken verbatim instead of a model's answer; null: the model answers. */
  readonly say: string | null;
  /** Best first. */
  readonly passages: readonly Passage[];
}

/** What an assistant searches before it answers. */
export interface KnowledgeSource {
  /** Finds nothing where the search fails; rejects only when `signal` aborts. */
  find(request: {
    readonly messages: readonly ModelMessage[];
    readonly signal?: AbortSignal;
  }): Promise<Findings>;
}
