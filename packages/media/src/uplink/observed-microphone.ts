import type { Clock } from '@kindling/protocol/clock';
import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import { FRAME_DURATION } from '../audio/talkspurt.ts';
import type { Publication } from './publication.ts';
import { openObservedVoice, type VoiceLine } from './voice-line.ts';

/** A frame that comes this late, ms, is the first of another talkspurt. */
const MAX_LAG = 200;

/** Packets of a microphone that arrives decoded, for the server's observers. */
export function createObservedMicrophone(options: {
  readonly clock: Clock;
  readonly onFault: (stage: string, error: unknown) => void;
}) {
  const { clock } = options;
  let source: Publication | null = null;
  let line: VoiceLine | null = null;
  let next = Number.NEGATIVE_INFINITY;

  const lineOf = (publication: Publication): VoiceLine => {
    if (line !== null && source === publication) return line;
    line?.close();
    source = publication;
    line = openObservedVoice({ ...options, publication, sampleRate: CONVERSATION_SAMPLE_RATE });
    return line;
  };

  return {
    handlePcm(publication: Publication, pcm: Int16Array): void {
      const now = clock.now();
      const first = now - next > MAX_LAG;
      const time = first ? now : next;
      next = time + FRAME_DURATION;
      lineOf(publication).send(pcm, { time, first });
    },
    close(): void {
      line?.close();
    },
  };
}
