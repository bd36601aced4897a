import { type KnowledgeSource, searchTurn } from '@kindling/conversation';
import type { SearchPlan } from '@kindling/protocol';
import type { OpenFiles } from './file-library.ts';

/** An assistant's files. They are read while the call is set up; the first answer waits for that. */
export function createFileSource(
  files: Promise<OpenFiles>,
  plan: SearchPlan,
  onFault: (error: unknown) => void,
): KnowledgeSource {
  // The fault is reported once, however often the source is asked; until then it must not end the process.
  const opened = files.catch((error: unknown) => {
    onFault(error);
    return null;
  });
  return {
    async find({ messages, signal }) {
      const { topK: limit, scoreThreshold: threshold } = plan;
      const ready = await opened;
      signal?.throwIfAborted();
      const passages =
        ready === null
          ? []
          : searchTurn(ready.index, messages, {
              ...(limit === undefined ? {} : { limit }),
              ...(threshold === undefined ? {} : { threshold }),
            });
      return { say: null, passages };
    },
  };
}
