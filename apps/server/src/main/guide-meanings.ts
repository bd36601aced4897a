import {
  createSentenceEncoder,
  type EncoderModel,
  type Knowledge,
  type KnownMeanings,
  knowMeanings,
} from '@kindling/conversation';
import type { LoadSpeechOptions } from './server-parts.ts';

export type LearnOptions = Pick<LoadSpeechOptions, 'cacheFolder' | 'encoders' | 'onEncoderLost'>;

export interface GuideMeanings {
  /** Come some time after `learn`; never, where that fails. */
  readonly meanings: Promise<KnownMeanings>;
  /** Begins to learn, or to read what was learned before from `cacheFolder`; waits for nothing. */
  learn(options: LearnOptions): void;
  close(): Promise<void>;
}

const TRIAL = 'Can you hear me?';

/** The meanings of what the guide knows. Until they are learned, it goes by words. */
export function createGuideMeanings(knowledge: Knowledge): GuideMeanings {
  const { promise: meanings, resolve } = Promise.withResolvers<KnownMeanings>();
  const resources = new AsyncDisposableStack();

  async function learnBy(installed: EncoderModel | null, folder: string): Promise<KnownMeanings> {
    const encoder = resources.adopt(createSentenceEncoder(installed), (it) => it.close());
    try {
      // Before a caller waits for it: what was learned may come from a file, without the model.
      if (installed !== null) await encoder.encode([TRIAL]);
      return await knowMeanings({ encoder, knowledge, folder });
    } catch (error) {
      await encoder.close();
      throw error;
    }
  }

  async function learn({ cacheFolder, encoders = [], onEncoderLost }: LearnOptions) {
    const [installed] = encoders;
    if (installed !== undefined) {
      try {
        return await learnBy(installed, cacheFolder);
      } catch (error) {
        if (resources.disposed) throw error;
        onEncoderLost?.(installed.name, error);
      }
    }
    return learnBy(null, cacheFolder);
  }
  return {
    meanings,
    learn(options) {
      learn(options).then(resolve, (error: unknown) => {
        if (!resources.disposed) process.emitWarning(`The guide goes by words alone: ${error}`);
      });
    },
    close: () => resources.disposeAsync(),
  };
}
