import { resolve } from 'node:path';
import { findInstalledModels } from '../../apps/server/src/platform/models/installed-models.ts';
import type { EncoderModel } from '../../packages/conversation/src/engines/sentence-encoder/sentence-encoder.ts';

/** The sentence encoder that is installed in the folder after `--models`; null without one. */
export async function findInstalledEncoder(): Promise<EncoderModel | null> {
  const place = process.argv.indexOf('--models');
  const folder = place === -1 ? undefined : process.argv[place + 1];
  if (folder === undefined) return null;
  const { encoders } = await findInstalledModels(resolve(folder));
  const [encoder] = encoders;
  if (encoder === undefined) throw new Error(`No sentence encoder is installed in ${folder}.`);
  return encoder;
}
