import { createHash } from 'node:crypto';
import { appendFile, copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../../files/replace-file.ts';
import { EngineError } from '../../engine-error.ts';
import { encodeMetadata } from './onnx-metadata.ts';

const configSchema = z.object({
  audio: z.object({ sample_rate: z.number().int().min(8_000).max(48_000) }),
  espeak: z.object({ voice: z.string().min(1) }),
  num_speakers: z.number().int().min(1),
  phoneme_id_map: z.record(z.string(), z.array(z.number().int()).min(1)),
});
type PiperConfig = z.infer<typeof configSchema>;

/** A voice of Piper as sherpa-onnx reads it. */
export interface PreparedPiper {
  readonly model: string;
  readonly tokens: string;
}

/**
 * Piper keeps beside its model what sherpa-onnx wants in it, and as a list of tokens: a copy with that
 * is made in `cacheFolder`, unless there is one. Safe when several processes start at once.
 *
 * @throws an `EngineError` when the files are not those of a voice
 */
export async function preparePiper(folder: string, cacheFolder: string): Promise<PreparedPiper> {
  const source = join(folder, 'model.onnx');
  const config = await readPiperConfig(join(folder, 'model.onnx.json'));
  const metadata = encodeMetadata(metadataOf(config));
  const tokens = tokensOf(config);
  const { size, mtimeMs } = await stat(source);
  const key = createHash('sha256')
    .update(JSON.stringify([source, size, mtimeMs, tokens]))
    .update(metadata)
    .digest('hex')
    .slice(0, 16);
  const prepared: PreparedPiper = {
    model: join(cacheFolder, `piper-${key}.onnx`),
    tokens: join(cacheFolder, `piper-${key}.tokens.txt`),
  };
  if (!(await isThere(prepared.model))) {
    await replaceFile(prepared.model, async (draft) => {
      await copyFile(source, draft);
      await appendFile(draft, metadata);
    });
  }
  if (!(await isThere(prepared.tokens))) {
    await replaceFile(prepared.tokens, (draft) => writeFile(draft, tokens));
  }
  return prepared;
}

async function readPiperConfig(path: string): Promise<PiperConfig> {
  try {
    return configSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new EngineError('engine_failed', `${path} is not what Piper says of a voice.`, { cause });
  }
}

const metadataOf = (config: PiperConfig) => ({
  model_type: 'vits',
  comment: 'piper',
  language: 'English',
  voice: config.espeak.voice,
  has_espeak: '1',
  n_speakers: String(config.num_speakers),
  sample_rate: String(config.audio.sample_rate),
});

/** One line a token: the phoneme, a space, its number. */
function tokensOf({ phoneme_id_map }: PiperConfig): string {
  return Object.entries(phoneme_id_map)
    .map(([phoneme, [id]]) => `${phoneme} ${id}\n`)
    .join('');
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
