import {
  createSentenceEncoder,
  type Knowledge,
  type KnownMeanings,
  knowMeanings,
} from '@kindling/conversation';

export interface GuideMeanings {
  /** Come some time after `learn`; never, where that fails. */
  readonly meanings: Promise<KnownMeanings>;
  /** Begins to learn, or to read what was learned from `folder`; waits for nothing. */
  learn(folder: string): void;
  close(): Promise<void>;
}

/** The meanings of what the guide knows. Until they are learned, it goes by words. */
export function createGuideMeanings(knowledge: Knowledge): GuideMeanings {
  const encoder = createSentenceEncoder();
  const { promise: meanings, resolve } = Promise.withResolvers<KnownMeanings>();
  let closed = false;
  return {
    meanings,
    learn(folder) {
      knowMeanings({ encoder, knowledge, folder }).then(resolve, (error: unknown) => {
        if (!closed) process.emitWarning(`The guide goes by words alone: ${error}`);
      });
    },
    async close() {
      closed = true;
      await encoder.close();
    },
  };
}
