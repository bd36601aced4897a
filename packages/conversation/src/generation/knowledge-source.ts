import type { Passage } from '../retrieval/passages/passage.ts';
import type { ModelMessage } from './model.ts';

/** What is known about a turn. */
export interface Findings {
  /** Said as it is, without asking the model; null: the model answers. */
  readonly say: string | null;
  /** Best first. */
  readonly passages: readonly Passage[];
}

/** Where an assistant looks before it answers. */
export interface KnowledgeSource {
  /** Rejects only when `signal` aborts: what cannot be asked knows nothing. */
  find(request: {
    readonly messages: readonly ModelMessage[];
    readonly signal?: AbortSignal;
  }): Promise<Findings>;
}
