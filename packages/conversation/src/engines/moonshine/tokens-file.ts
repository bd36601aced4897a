import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';

/** Moonshine's outputs: the 32,000 Llama tokens and 768 special ones. */
const VOCABULARY_SIZE = 32_768;

/**
 * Writes the vocabulary as sherpa-onnx reads it (base64 of a token's bytes, a space, its id) into
 * `folder` unless it is there already, and answers its path. Safe when several processes start at once.
 */
export async function ensureTokensFile(folder: string): Promise<string> {
  const { default: tokenizer } = await import('llama-tokenizer-js');
  const content = formatTokens(tokenizer.vocabById);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const path = join(folder, `moonshine-tokens-${digest}.txt`);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return path;
  await replaceFile(path, (draft) => writeFile(draft, content));
  return path;
}

/** One line a token. */
export function formatTokens(vocabulary: readonly string[]): string {
  let lines = '';
  for (let id = 0; id < VOCABULARY_SIZE; id += 1) {
    lines += `${tokenBytes(vocabulary[id], id).toString('base64')} ${id}\n`;
  }
  return lines;
}

function tokenBytes(token: string | undefined, id: number): Buffer {
  if (token === undefined) return Buffer.from(`<<ST_${id}>>`);
  // Tokens such as <0x0A> stand for one raw byte.
  const hex = /^<0x([0-9A-F]{2})>$/.exec(token)?.[1];
  return hex === undefined ? Buffer.from(token) : Buffer.from(hex, 'hex');
}
