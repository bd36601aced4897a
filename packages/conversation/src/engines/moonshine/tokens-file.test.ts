import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureTokensFile, formatTokens } from './tokens-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokens-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('writes 32,768 tokens once, however many start at the same time', async () => {
  const nested = join(folder, 'a/b');
  const paths = await Promise.all(Array.from({ length: 4 }, () => ensureTokensFile(nested)));
  expect(new Set(paths).size).toBe(1);
  expect(await readdir(nested)).toHaveLength(1);
  const lines = (await readFile(paths[0] ?? '', 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(32_768);
  expect(lines[0]).toBe(`${Buffer.from('<unk>').toString('base64')} 0`);
});

it('mends a file that was cut short', async () => {
  const path = await ensureTokensFile(folder);
  const whole = await readFile(path, 'utf8');
  await writeFile(path, whole.slice(0, 1_000));
  expect(await ensureTokensFile(folder)).toBe(path);
  expect(await readFile(path, 'utf8')).toBe(whole);
});

it('writes byte tokens as their byte, and names those beyond the vocabulary', () => {
  const lines = formatTokens(['<0x0A>', '▁the']).split('\n');
  expect(lines[0]).toBe(`${Buffer.from([10]).toString('base64')} 0`);
  expect(lines[1]).toBe(`${Buffer.from('▁the').toString('base64')} 1`);
  expect(lines[2]).toBe(`${Buffer.from('<<ST_2>>').toString('base64')} 2`);
});
