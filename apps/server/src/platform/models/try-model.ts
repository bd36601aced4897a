import { tryEncoder, tryRecogniser, tryTurnModel, tryVoice } from '@kindling/conversation';
import { findInstalledModels } from './installed-models.ts';
import { ModelInstallError } from './model-error.ts';

/** Speech that takes longer than it lasts has gaps; the rest of a call needs processor, too. */
const FAST_ENOUGH = 0.5;

export interface ModelFolders {
  readonly models: string;
  /** What is made of a model so that it can be loaded; the server finds it there. */
  readonly cache: string;
}

/**
 * Loads what was installed, as the server will; answers what is to be said of it.
 *
 * @throws a `ModelInstallError` (`model_unusable`)
 */
export async function tryModel(name: string, folders: ModelFolders): Promise<string> {
  const { voices, recognisers, encoders, turnModels } = await findInstalledModels(folders.models);
  const voice = voices.find((one) => one.name === name);
  const recogniser = recognisers.find((one) => one.name === name);
  const encoder = encoders.find((one) => one.name === name);
  const turnModel = turnModels.find((one) => one.name === name);
  try {
    if (voice !== undefined) {
      const { sound, took } = await tryVoice(voice, folders.cache);
      const said = `It said ${sound.toFixed(1)} s of speech in ${took.toFixed(1)} s.`;
      return took < sound * FAST_ENOUGH
        ? said
        : `${said} That is too slow for this machine: Flite will speak in its place most of the time.`;
    }
    if (recogniser !== undefined) await tryRecogniser(recogniser);
    if (encoder !== undefined)
      return `It read a sentence in ${Math.round(await tryEncoder(encoder))} ms.`;
    if (turnModel !== undefined)
      return `It judged three seconds in ${Math.round(await tryTurnModel(turnModel))} ms.`;
    return 'It can be loaded.';
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelInstallError(
      'model_unusable',
      `${name} is installed but cannot be used here: ${reason}\nThe server will do without it. Take it away with: npm run models -- remove ${name}`,
      { cause },
    );
  }
}
