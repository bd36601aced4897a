import type { Voice } from '../playout/voice.ts';
import type { Transcriber } from '../recognition/transcriber.ts';
import type { Vad } from '../recognition/vad.ts';
import { createFliteVoice, type FliteVoiceId } from './flite/voice.ts';
import { createMoonshineTranscriber } from './moonshine/transcriber.ts';
import { createSileroVad } from './silero/vad.ts';

export interface LocalEnginesOptions {
  /** Where what is derived from the weights is kept. @default a folder in the system's temporary folder */
  readonly cacheFolder?: string;
  /** Transcriptions at once. @default 2 */
  readonly transcriberThreads?: number;
  /** Sentences synthesised at once. @default 1 */
  readonly voiceThreads?: number;
  /** @default 'slt' */
  readonly voiceId?: FliteVoiceId;
  /** Calls at once for which a detector is ready: a further one stops the process for 50 ms, once. @default 4 */
  readonly preparedCalls?: number;
}

export interface LocalEngines {
  readonly vad: Vad;
  readonly transcriber: Transcriber;
  readonly voice: Voice;
  /** Ends every thread; what runs is finished first, what waits rejects. */
  close(): Promise<void>;
}

/**
 * Speech on this machine alone: Silero VAD, Moonshine and Flite, loaded side by side and warmed up.
 *
 * @throws an `EngineError` that names what is missing, having closed what had started
 */
export async function createLocalEngines(options: LocalEnginesOptions = {}): Promise<LocalEngines> {
  const { cacheFolder, transcriberThreads, voiceThreads, voiceId, preparedCalls } = options;
  const loading = [
    createMoonshineTranscriber({
      ...(cacheFolder !== undefined && { cacheFolder }),
      ...(transcriberThreads !== undefined && { parallel: transcriberThreads }),
    }),
    createFliteVoice({
      ...(voiceThreads !== undefined && { threads: voiceThreads }),
      ...(voiceId !== undefined && { voiceId }),
    }),
    // Its models load on this thread: last, so that the others are under way.
    Promise.resolve().then(() =>
      createSileroVad({ ...(preparedCalls !== undefined && { prepared: preparedCalls }) }),
    ),
  ] as const;
  try {
    const [transcriber, voice, vad] = await Promise.all(loading);
    const all = [transcriber, voice, vad];
    return {
      vad,
      transcriber,
      voice,
      async close() {
        await Promise.all(all.map((engine) => engine.close()));
      },
    };
  } catch (error) {
    for (const engine of await Promise.allSettled(loading)) {
      if (engine.status === 'fulfilled') await engine.value.close();
    }
    throw error;
  }
}
