import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Clock, createSystemClock } from '@kindling/protocol/clock';
import type { Voice } from '../playout/voice.ts';
import type { SecondHearing } from '../recognition/second-hearing.ts';
import type { Transcriber } from '../recognition/transcriber.ts';
import type { TurnModel } from '../recognition/turn-model.ts';
import type { Vad } from '../recognition/vad.ts';
import { createFliteVoice, type FliteVoiceId } from './flite/voice.ts';
import { chooseTranscriber } from './installed-recogniser/choose-transcriber.ts';
import { loadRecogniser } from './installed-recogniser/load-recogniser.ts';
import type { RecogniserModel } from './installed-recogniser/recogniser-model.ts';
import { createMoonshineTranscriber, MOONSHINE } from './moonshine/transcriber.ts';
import type { NeuralModel } from './neural/neural-model.ts';
import { createNeuralVoice, type NeuralVoice } from './neural/neural-voice.ts';
import { createSecondHearing } from './second-hearing/second-hearing.ts';
import { createSileroVad } from './silero/vad.ts';
import { loadTurnModel, type TurnModelFiles } from './smart-turn/smart-turn.ts';
import { createSpokenVoices, type VoiceFallback } from './spoken-voices.ts';

export interface LocalEnginesOptions {
  /** Where what is derived from the weights is kept. @default a folder in the system's temporary folder */
  readonly cacheFolder?: string;
  /** Of all cores: while the process takes more, nothing is heard again. @default 0.5 */
  readonly maxSecondHearingShare?: number;
  /** Transcriptions at once. @default 2 */
  readonly transcriberThreads?: number;
  /** Sentences synthesised at once. @default 1 */
  readonly voiceThreads?: number;
  /** @default 'slt' */
  readonly voiceId?: FliteVoiceId;
  /** Calls at once for which a detector is ready: a further one stops the process for 50 ms, once. @default 4 */
  readonly preparedCalls?: number;
  /** Better voices than Flite, which then speaks in their place only; the first where none is named. @default none */
  readonly voices?: readonly NeuralModel[];
  /** Better recognisers than Moonshine tiny; the first where none is named. @default none */
  readonly recognisers?: readonly RecogniserModel[];
  /** A recogniser cannot be loaded, and is not used. */
  readonly onRecogniserLost?: (name: string, error: unknown) => void;
  /** Hear at a pause whether the caller is done; the first is used. @default the words alone tell */
  readonly turnModels?: readonly TurnModelFiles[];
  /** A turn model cannot be loaded, and is not used. */
  readonly onTurnModelLost?: (name: string, error: unknown) => void;
  /** Flite speaks in a voice's place: for a sentence, or as long as this runs, where it could not be loaded. */
  readonly onFallback?: (fallback: VoiceFallback) => void;
  /** @default the system's */
  readonly clock?: Clock;
}

export interface LocalEngines {
  readonly vad: Vad;
  readonly transcriber: Transcriber;
  readonly voice: Voice;
  readonly turnModel?: TurnModel;
  /** Beside the built-in recogniser alone, on machines with 3 GB or more. */
  readonly secondHearing?: SecondHearing;
  /** Ends every thread; what runs is finished first, what waits rejects. */
  close(): Promise<void>;
}

/**
 * Speech on this machine alone: Silero VAD, Moonshine and Flite, and the models that are named,
 * loaded side by side and warmed up.
 *
 * @throws an `EngineError` that names what is missing, having closed what had started
 */
export async function createLocalEngines(options: LocalEnginesOptions = {}): Promise<LocalEngines> {
  const { preparedCalls } = options;
  const loading = [
    createTranscriber(options),
    createVoice(options),
    createTurnModel(options),
    // Its models load on this thread: last, so that the others are under way.
    Promise.resolve().then(() =>
      createSileroVad({ ...(preparedCalls !== undefined && { prepared: preparedCalls }) }),
    ),
  ] as const;
  try {
    const [transcriber, voice, turnModel, vad] = await Promise.all(loading);
    const secondHearing =
      transcriber.provider === MOONSHINE && hasMemoryToSpare()
        ? createSecondHearing(options.maxSecondHearingShare)
        : null;
    const all = [transcriber, voice, turnModel, vad, secondHearing];
    return {
      vad,
      transcriber,
      voice,
      ...(turnModel !== null && { turnModel }),
      ...(secondHearing !== null && { secondHearing }),
      async close() {
        await Promise.all(all.map((engine) => engine?.close()));
      },
    };
  } catch (error) {
    for (const engine of await Promise.allSettled(loading)) {
      if (engine.status === 'fulfilled') await engine.value?.close();
    }
    throw error;
  }
}

/** Hearing again takes some hundreds of megabytes, where 20 calls are to fit into two gigabytes. */
const SECOND_HEARING_MEMORY = 3 * 2 ** 30;

function hasMemoryToSpare(): boolean {
  // A container may have less than its machine; without a limit it reports a number beyond all memory.
  return Math.min(totalmem(), process.constrainedMemory() || totalmem()) >= SECOND_HEARING_MEMORY;
}

async function createTranscriber(options: LocalEnginesOptions): Promise<Transcriber> {
  const { transcriberThreads: parallel, recognisers = [], onRecogniserLost } = options;
  const { maxSecondHearingShare: maxAgainShare } = options;
  const loading = createMoonshineTranscriber({
    cacheFolder: cacheFolderOf(options),
    ...(parallel !== undefined && { parallel }),
    ...(maxAgainShare !== undefined && { maxAgainShare }),
  });
  const loaded = await Promise.all(
    recognisers.map((model) =>
      loadRecogniser(model, parallel).catch((error: unknown) => {
        onRecogniserLost?.(model.name, error);
        return null;
      }),
    ),
  );
  const [first, ...others] = loaded.filter((one): one is Transcriber => one !== null);
  const builtIn = await loading.catch(async (error: unknown) => {
    await Promise.all(loaded.map((one) => one?.close()));
    throw error;
  });
  return first === undefined ? builtIn : chooseTranscriber([first, ...others], builtIn);
}

async function createVoice(options: LocalEnginesOptions): Promise<Voice> {
  const { voiceThreads, voiceId, onFallback, clock = createSystemClock() } = options;
  const loading = createFliteVoice({
    ...(voiceThreads !== undefined && { threads: voiceThreads }),
    ...(voiceId !== undefined && { voiceId }),
  });
  const cacheFolder = cacheFolderOf(options);
  const loaded = await Promise.all(
    (options.voices ?? []).map((model) =>
      createNeuralVoice(model, { cacheFolder, clock }).catch((error: unknown) => {
        // A voice that was installed and is broken must not keep the server from its calls.
        onFallback?.({ voice: model.name, reason: 'not-loaded', error });
        return null;
      }),
    ),
  );
  const [first, ...others] = loaded.filter((voice): voice is NeuralVoice => voice !== null);
  const flite = await loading.catch(async (error: unknown) => {
    await Promise.all(loaded.map((voice) => voice?.close()));
    throw error;
  });
  if (first === undefined) return flite;
  return createSpokenVoices({
    flite,
    neural: [first, ...others],
    clock,
    ...(onFallback !== undefined && { onFallback }),
  });
}

async function createTurnModel({
  turnModels: [files] = [],
  onTurnModelLost,
}: LocalEnginesOptions): Promise<TurnModel | null> {
  if (files === undefined) return null;
  try {
    return await loadTurnModel(files);
  } catch (error) {
    onTurnModelLost?.(files.name, error);
    return null;
  }
}

const cacheFolderOf = ({ cacheFolder }: LocalEnginesOptions) =>
  cacheFolder ?? join(tmpdir(), 'kindling');
