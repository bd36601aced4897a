import { z } from 'zod';
import type { StreamProtocol } from '../streamed/stream-protocol.ts';

export interface CustomTranscriberServer {
  readonly url: string;
  /** By which the server knows that the connection is ours; `opening` is the first message. */
  readonly prove: (opening: string) => Promise<Readonly<Record<string, string>>>;
}

/** As published: the caller is the first of two channels. Ours sends silence in the second. */
const START = JSON.stringify({
  type: 'start',
  encoding: 'linear16',
  container: 'raw',
  sampleRate: 16_000,
  channels: 2,
});
/** Such servers listen for pauses themselves: they are sent silence where nobody speaks, ms. */
const SILENCE = 100;

const responseSchema = z.object({
  type: z.literal('transcriber-response'),
  transcription: z.string(),
  channel: z.string().optional(),
  transcriptType: z.string().optional(),
});
const errorSchema = z.object({ type: z.literal('error') });

/** The published protocol of a server that transcribes calls. It does not learn of pauses. */
export function customTranscriberProtocol({ url, prove }: CustomTranscriberServer): StreamProtocol {
  return {
    connect: async () => ({ url, headers: await prove(START) }),
    opening: START,
    channels: 2,
    mayStayQuiet: true,
    keepAlive: { every: SILENCE, message: SILENCE },
    billed: 'sound',
    createReader() {
      let part = 0;
      return (message) => {
        const { success, data } = responseSchema.safeParse(message);
        if (!success) {
          if (!errorSchema.safeParse(message).success) return null;
          return { type: 'failed', code: 'transcriber_unavailable', detail: 'error' };
        }
        const { transcription: text, channel = 'customer', transcriptType = 'final' } = data;
        // Some say something at once, to show that they are there.
        if (channel !== 'customer' || text.trim() === '') return null;
        const isFinal = transcriptType === 'final';
        const event = { type: 'words', part, text, isFinal, until: null, finishes: false } as const;
        if (isFinal) part += 1;
        return event;
      };
    },
  };
}
