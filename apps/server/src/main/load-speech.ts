import type { SpeechEngines } from '../modules/assistants/runtime/engines.ts';
import type { InstalledModels } from '../platform/models/installed-models.ts';
import { reportFallbacks } from './report-fallbacks.ts';
import type { Starting } from './starting.ts';

export interface LoadingSpeech {
  /** @throws when the engines cannot be loaded */
  readonly loading: Promise<SpeechEngines>;
  /** Null until they are loaded. */
  readonly loaded: () => SpeechEngines | null;
}

export interface LoadSpeechFrom {
  readonly cacheFolder: string;
  readonly installed: InstalledModels;
}

/** Begins to load the engines; waits for nothing. */
export function loadSpeech(
  { parts, log, metrics, resources }: Starting,
  { cacheFolder, installed }: LoadSpeechFrom,
): LoadingSpeech {
  let loaded: SpeechEngines | null = null;
  const loading = parts
    .loadSpeech({
      cacheFolder,
      voices: installed.voices,
      recognisers: installed.recognisers,
      encoders: installed.encoders,
      turnModels: installed.turnModels,
      onRecogniserLost: (recogniser, err) =>
        log.error({ recogniser, err }, 'a recogniser cannot be loaded; another one listens'),
      onTurnModelLost: (turnModel, err) =>
        log.error({ turnModel, err }, 'a turn model cannot be loaded; the words alone tell'),
      onEncoderLost: (encoder, err) =>
        log.error({ encoder, err }, 'a sentence encoder cannot be used; the one from npm compares'),
      onFallback: reportFallbacks({ log, metrics, clock: parts.clock }),
    })
    .then((engines) => {
      loaded = engines;
      return engines;
    });
  // Who waits for `ready` hears of a failure; until then it must not end the process.
  loading.catch(() => undefined);
  resources.defer(async () => {
    const engines = await loading.catch(() => null);
    await engines?.close();
  });
  return { loading, loaded: () => loaded };
}
