import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '@kindling/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../apps/server/testing/databases/test-pglite.ts';
import {
  createListeningServer,
  type ListeningServer,
} from '../../apps/server/testing/server/listening-server.ts';
import { freePort } from '../support/network/free-port.ts';

const repository = new URL('../../', import.meta.url).pathname;

/** The command in a separate process, as npm starts it, against a server in this process. */
describe('npm run assistant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-assistant-'));
  let server: ListeningServer;
  let client: ApiClient;
  beforeAll(async () => {
    server = await createListeningServer(await openTestPglite());
    client = new ApiClient({ token: server.privateKey, baseUrl: server.origin });
    keepKey(server.privateKey);
    writeFileSync(join(folder, 'hours.md'), '# Hours\n\nWe are open from nine to six.');
    writeFileSync(join(folder, 'menu.txt'), 'Soup on Mondays.');
    writeFileSync(join(folder, 'broken.json'), '{"a":');
  }, 60_000);
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
    rmSync(server.blobFolder, { recursive: true, force: true });
  });

  const keepKey = (key: string) => writeFileSync(join(folder, 'private-key'), `${key}\n`);

  function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const env = { ...process.env, KINDLING_DATA: folder, INIT_CWD: folder };
    const command = ['scripts/assistant.ts', '--url', server.origin, ...args];
    return new Promise((resolve) => {
      execFile(process.execPath, command, { cwd: repository, env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      );
    });
  }
  const refused = (stderr: string) => ({ code: 1, stdout: '', stderr: `${stderr}\n` });
  const assistants = async (name: string) =>
    (await client.assistant.list({})).filter((one) => one.name === name);
  const files = async () =>
    (await client.file.list({})).map(({ originalName }) => originalName).sort();
  const keysFor = async (id: string) =>
    (await client.token.list({})).filter(({ restrictions }) =>
      restrictions.allowedAssistantIds?.includes(id),
    );

  it('changes the assistant that it made, keeps its address, and removes it whole', async () => {
    const made = await run('--name', 'Ada', '--knowledge', 'hours.md');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [before] = await assistants('Ada');
    expect(before).toMatchObject({ firstMessage: expect.stringContaining('I am Ada') });
    const changes = ['--first-message', 'Good day.', '--voice', 'awb'];
    const changed = await run('--name', 'ada', '--knowledge', 'menu.txt', ...changes);
    expect(changed.stdout).toContain('Ada has changed.');
    const addressOf = (text: string) => /talk +(\S+)/.exec(text)?.[1];
    expect(addressOf(changed.stdout)).toBe(addressOf(made.stdout));
    const [after, ...others] = await assistants('Ada');
    expect(others).toEqual([]);
    expect(after).toMatchObject({
      ...{ id: before?.id, firstMessage: 'Good day.' },
      voice: { provider: 'kindling', voiceId: 'awb' },
    });
    expect(await files()).toEqual(['menu.txt']);
    // For this assistant alone, on this server's own pages alone.
    const keys = await keysFor(before?.id ?? '');
    expect(keys).toMatchObject([{ tag: 'public', restrictions: { allowedOrigins: [] } }]);

    expect((await run('--name', 'Ada', '--remove')).code).toBe(0);
    expect(await assistants('Ada')).toEqual([]);
    expect(await files()).toEqual([]);
    expect(await keysFor(before?.id ?? '')).toEqual([]);
    expect(await run('--name', 'Ada', '--remove')).toEqual(
      refused('There is no assistant “Ada” to remove.'),
    );
  });

  it('leaves alone what it did not make', async () => {
    const { id } = await client.assistant.create({ name: 'Grace', firstMessage: 'Mine.' });
    for (const args of [['--voice', 'rms'], ['--remove']]) {
      expect(await run('--name', 'Grace', ...args)).toEqual(
        refused(
          `There is an assistant “Grace” already (${id}), which this command did not make and will not change. Choose another --name.`,
        ),
      );
    }
    expect(await client.assistant.get(id)).toMatchObject({ firstMessage: 'Mine.' });
  });

  it('leaves nothing behind where a file has no text, or the voice is not there', async () => {
    const args = ['--knowledge', 'hours.md', '--knowledge', 'broken.json'];
    expect(await run('--name', 'Eve', ...args)).toEqual(
      refused('The server found no text in broken.json: The file is not valid JSON.'),
    );
    expect(await run('--name', 'Eve', '--voice', 'zoe')).toEqual(
      refused('There is no voice “zoe”. This server has slt, rms, awb.'),
    );
    expect([await assistants('Eve'), await files()]).toEqual([[], []]);
  });

  it('says when no server answers, another one, or something else', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect(await run('--name', 'Ada', '--url', nowhere)).toEqual(
      refused(
        `No server answers at ${nowhere}. Start it in another window (npm start) and wait until it says “Ready”.`,
      ),
    );
    const other = createServer((_, answer) => answer.writeHead(404).end('<h1>Hello</h1>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const answer = await run('--name', 'Ada', '--url', `http://127.0.0.1:${port}/`);
    other.close();
    expect(answer).toEqual(
      refused(`What answers at http://127.0.0.1:${port} is no Kindling server.`),
    );
    keepKey('kd_prv_of-another-folder');
    const { stderr } = await run('--name', 'Ada');
    keepKey(server.privateKey);
    expect(stderr).toMatch(/refuses the key of this data folder: .* KINDLING_DATA\.$/m);
  });

  it('explains itself, and what it does not know', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await run('--nme', 'Ada');
    expect([code, stderr.split('\n', 1)[0]]).toEqual([1, 'There is no option --nme.']);
    expect(stderr).not.toContain('    at ');
  });
});
