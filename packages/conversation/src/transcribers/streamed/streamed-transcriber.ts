import type { Transcriber } from '../../recognition/transcriber.ts';
import { untilAborted } from '../../scope/until-aborted.ts';
import { openStream, type StreamParts } from './open-stream.ts';

/** A recogniser behind a websocket: each stream is a connection of its own. */
export function createStreamedTranscriber(parts: StreamParts): Transcriber {
  const open: NonNullable<Transcriber['open']> = (options) => openStream(parts, options);
  return {
    provider: parts.provider,
    open,
    async transcribe(pcm, { signal = new AbortController().signal } = {}) {
      const stream = open({ onInterim() {}, onBroken() {} });
      try {
        stream.push(pcm);
        return await untilAborted(stream.finish(), signal);
      } finally {
        stream.close();
      }
    },
    close: async () => {},
  };
}
