import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findServer } from '../../scripts/assistant/find-server.ts';
import { readArguments, USAGE } from '../../scripts/assistant/read-arguments.ts';
import { readKnowledge } from '../../scripts/assistant/read-knowledge.ts';

const folder = mkdtempSync(join(tmpdir(), 'kindling-assistant-'));
const empty = join(folder, 'empty');
const running = join(folder, 'running');
beforeAll(() => {
  for (const one of [empty, running]) mkdirSync(one);
  for (const one of [folder, running]) writeFileSync(join(one, 'private-key'), 'kd_prv_test\n');
  writeFileSync(join(running, 'address'), 'http://127.0.0.1:8790\n');
  writeFileSync(join(folder, 'school.md'), '# School');
  writeFileSync(join(folder, 'nothing.txt'), '');
  writeFileSync(join(folder, 'picture.png'), 'png');
  writeFileSync(join(folder, 'long.txt'), 'a');
  truncateSync(join(folder, 'long.txt'), 20 * 1_024 ** 2 + 1);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the arguments of npm run assistant', () => {
  it('are read', () => {
    const given = ['--name', ' Ada ', '--knowledge', 'a.md', '--knowledge=b.pdf', '--voice', 'rms'];
    expect(readArguments([...given, '--first-message', 'Hi.', '--knowledge', 'a.md'])).toEqual({
      ...{ name: 'Ada', knowledge: ['a.md', 'b.pdf'], voice: 'rms', firstMessage: 'Hi.' },
      remove: false,
    });
    expect(readArguments(['--name', 'Ada', '--remove'])).toMatchObject({ remove: true });
    expect(readArguments(['--help'])).toBe('help');
  });

  it.each([
    [[], 'Give the assistant a name: --name "Ada".'],
    [['--name', ' '], '--name is empty.'],
    [['--name', 'A'.repeat(41)], '--name may have at most 40 characters; this has 41.'],
    [['--name'], "Option '--name <value>' argument missing."],
    [['--name', 'Ada', '--knowlege', 'a.md'], 'There is no option --knowlege.'],
    [['--name', 'Ada', '--knowledge='], '--knowledge needs a file.'],
    [['--name', 'Ada', '--first-message', ''], '--first-message is empty.'],
    [['--name', 'Ada', '--remove', '--voice', 'rms'], '--remove goes with --name alone.'],
    // What npm leaves where its own `--` is missing.
    [['Ada', 'a.md'], '“Ada” has no option before it. Did npm get the “--”'],
  ])('%j is refused with what to do', (given, message) => {
    expect(() => readArguments(given)).toThrow(message);
    expect(() => readArguments(given)).toThrow(USAGE);
  });
});

describe('its knowledge', () => {
  it('is read whole, from where the command was typed', async () => {
    const [file] = await readKnowledge(['school.md'], folder);
    expect([file?.name, await file?.text()]).toEqual(['school.md', '# School']);
  });

  it.each([
    ['nowhere.md', `There is no file ${join(folder, 'nowhere.md')}.`],
    ['empty', 'is a folder. Name its files one by one'],
    ['nothing.txt', 'is empty.'],
    ['picture.png', 'Knowledge is a txt, md, pdf, docx, csv or json file.'],
    ['long.txt', 'is too large: a file may have at most 20 MiB.'],
  ])('%s is refused', async (path, message) => {
    await expect(readKnowledge(['school.md', path], folder)).rejects.toThrow(message);
  });
});

describe('its server', () => {
  const url = async (from: string, env = {}, named?: string) =>
    (await findServer(from, env, named)).url;

  it('is the named one, else what runs with the data folder, else PUBLIC_URL or PORT', async () => {
    const env = { PUBLIC_URL: 'https://school.example/', PORT: '9000' };
    expect(await url(running, env, 'http://10.0.0.1:1/')).toBe('http://10.0.0.1:1');
    expect(await url(running, env)).toBe('http://127.0.0.1:8790');
    expect(await url(folder, env)).toBe('https://school.example');
    expect(await url(folder, { PUBLIC_URL: '', PORT: '9000' })).toBe('http://127.0.0.1:9000');
    expect(await url(folder)).toBe('http://127.0.0.1:8787');
  });

  it('without a key in the data folder is not to be had, nor with what is no url', async () => {
    await expect(findServer(empty, {})).rejects.toThrow(
      `There is no private key at ${join(empty, 'private-key')}. The first start of a server makes it: run npm start in another window, or name the data folder of your server in KINDLING_DATA.`,
    );
    await expect(findServer(folder, {}, 'school')).rejects.toThrow('“school” is not an http');
  });
});
