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

const repository = new URL('../../', import.meta.url).pathname;
const id = (kind: number, index: number) =>
  `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(index).padStart(12, '0')}`;
const FILE = id(1, 1);
const TOOL = id(2, 1);
const ASSISTANT = id(3, 1);
const SQUAD = id(4, 1);
const OUTPUT = id(6, 1);
const EVAL = id(6, 2);
/** More than one page of its lists. */
const MANY = 130;

interface Row {
  readonly id: string;
  readonly createdAt: string;
  readonly [field: string]: unknown;
}

const stamp = (minute: number) => ({
  orgId: id(9, 9),
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  updatedAt: new Date(Date.UTC(2026, 0, 2)).toISOString(),
});

/** An account as its API answers: pages by time, is busy at first, and has files elsewhere. */
function createAccount() {
  const busy = new Set<string>();
  const asked: string[] = [];
  const rows: Record<string, Row[]> = {};
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin());
    const answer = (status: number, body: unknown, headers = {}) =>
      response
        .writeHead(status, headers)
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    asked.push(url.pathname);
    if (url.pathname === '/download/hours.md') {
      // Its store knows no keys.
      if (request.headers.authorization !== undefined) return answer(400, 'no key, please');
      return answer(200, '# Hours\n\nWe are open from nine to six.');
    }
    if (request.headers.authorization !== 'Bearer right')
      return answer(401, { message: 'Invalid Key.', error: 'Unauthorized', statusCode: 401 });
    const kind = url.pathname.slice(1);
    if (!busy.has(kind)) {
      busy.add(kind);
      return answer(429, { message: 'Too many requests' }, { 'retry-after': '0' });
    }
    const before = url.searchParams.get('createdAtLe') ?? '9';
    const found = (rows[kind] ?? [])
      .filter(({ createdAt }) => createdAt <= before)
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    const page = found.slice(0, Number(url.searchParams.get('limit') ?? 100));
    // Its newer lists come in pages of another shape.
    answer(
      200,
      kind === 'eval' || kind === 'structured-output' ? { results: page, metadata: {} } : page,
    );
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, rows, asked, origin };
}

describe('npm run import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-import-'));
  const account = createAccount();
  let server: ListeningServer;
  let client: ApiClient;
  beforeAll(async () => {
    server = await createListeningServer(await openTestPglite());
    client = new ApiClient({ token: server.privateKey, baseUrl: server.origin });
    writeFileSync(join(folder, 'private-key'), `${server.privateKey}\n`);
    await new Promise<void>((done) => account.server.listen(0, '127.0.0.1', done));
    account.rows.file = [
      {
        ...stamp(1),
        id: FILE,
        name: 'hours.md',
        originalName: 'hours.md',
        url: `${account.origin()}/download/hours.md`,
        status: 'done',
      },
      { ...stamp(1), id: id(1, 2), name: 'gone.md', url: `${account.origin()}/download/gone.md` },
      { ...stamp(1), id: id(1, 3), name: 'nowhere.md' },
    ];
    account.rows.tool = [
      {
        ...stamp(2),
        id: TOOL,
        type: 'function',
        function: { name: 'book', parameters: { type: 'object' } },
        server: { url: 'https://school.example/book', credentialId: id(8, 1) },
      },
    ];
    account.rows.assistant = [
      {
        ...stamp(3),
        id: ASSISTANT,
        name: 'Ada',
        firstMessage: 'Hello.',
        voice: { provider: '11labs', voiceId: 'sarah' },
        model: {
          provider: 'openai',
          model: 'gpt-4o',
          messages: [{ role: 'system', content: 'You are Ada.' }],
          toolIds: [TOOL, id(2, 99)],
          knowledgeBase: { provider: 'google', fileIds: [FILE] },
        },
        artifactPlan: { structuredOutputIds: [OUTPUT] },
        metadata: { team: 'front desk' },
        isServerUrlSecretSet: false,
      },
      // One that no server could take.
      { ...stamp(4), id: id(3, 2), name: 'Odd', server: { url: 'no address' } },
      ...Array.from({ length: MANY }, (_, index) => ({
        ...stamp(10 + index),
        id: id(5, index),
        name: `Assistant ${index}`,
      })),
    ];
    account.rows['structured-output'] = [
      {
        ...stamp(6),
        id: OUTPUT,
        name: 'topic',
        type: 'ai',
        schema: { type: 'string' },
        assistantIds: [ASSISTANT, id(3, 99)],
      },
    ];
    account.rows.eval = [
      {
        ...stamp(7),
        id: EVAL,
        name: 'Hours',
        type: 'chat.mockConversation',
        messages: [
          { role: 'user', content: 'When are you open?' },
          { role: 'assistant', judgePlan: { type: 'exact', content: 'nine to six' } },
          { role: 'assistant', judgePlan: { type: 'regex', content: '.*six' } },
        ],
      },
      { ...stamp(8), id: id(6, 3), name: 'Empty', messages: [] },
    ];
    account.rows.squad = [
      { ...stamp(5), id: SQUAD, name: 'Desk', members: [{ assistantId: ASSISTANT }] },
    ];
  }, 60_000);
  afterAll(async () => {
    account.server.closeAllConnections();
    account.server.close();
    await server.close();
    rmSync(folder, { recursive: true });
    rmSync(server.blobFolder, { recursive: true, force: true });
  });

  function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const env = { ...process.env, KINDLING_DATA: folder };
    const command = ['scripts/import.ts', '--url', server.origin, '--from', 'vapi'];
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [...command, '--base-url', account.origin(), ...args],
        { cwd: repository, env },
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      );
    });
  }
  const everything = async () => ({
    assistants: (await client.assistant.list({ limit: 1_000 })).filter(
      ({ metadata }) => metadata?.importedFrom,
    ),
    tools: await client.tool.list({}),
    files: await client.file.list({}),
    squads: await client.squad.list({}),
  });

  it('copies nothing in a dry run, and says what it would', async () => {
    const { code, stdout, stderr } = await run('--key', 'right', '--dry-run');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('assistant  Ada: would be made');
    expect(account.asked).not.toContain('/download/hours.md');
    expect((await everything()).assistants).toEqual([]);
  });

  it('copies what there is, with how they name each other, and says what differs', async () => {
    const { code, stdout, stderr } = await run('--key', 'right');
    expect([code, stderr]).toEqual([0, '']);
    const { assistants, tools, files, squads } = await everything();
    expect(assistants).toHaveLength(MANY + 1);
    const ada = assistants.find(({ name }) => name === 'Ada');
    expect(ada).toMatchObject({
      firstMessage: 'Hello.',
      voice: { provider: '11labs' },
      metadata: { team: 'front desk', importedFrom: ASSISTANT },
    });
    expect(ada?.id).not.toBe(ASSISTANT);
    expect(ada?.model).toMatchObject({
      toolIds: [tools[0]?.id],
      knowledgeBase: { provider: 'kindling', fileIds: [files[0]?.id] },
    });
    expect(tools).toMatchObject([{ server: { url: 'https://school.example/book' } }]);
    expect(files).toMatchObject([{ originalName: 'hours.md', status: 'done' }]);
    expect(squads).toMatchObject([{ members: [{ assistantId: ada?.id }] }]);
    const [output] = (await client.structuredOutput.list({})).results;
    expect(output).toMatchObject({ name: 'topic', assistantIds: [ada?.id] });
    expect(ada?.artifactPlan?.structuredOutputIds).toEqual([output?.id]);
    expect(stdout).toContain('output     topic: made');
    expect(stdout).toContain('without assistantIds: 1 of 2 could not be copied');
    const { results: evals } = await client.eval.list({});
    expect(evals).toMatchObject([
      {
        name: 'Hours',
        messages: account.rows.eval?.[0]?.messages,
        metadata: { importedFrom: EVAL },
      },
    ]);
    expect(stdout).toMatch(/eval {7}Empty: not copied\. .*messages/);
    expect(stdout).toMatch(/file {7}gone\.md: not copied\. Its content/);
    expect(stdout).toMatch(/file {7}nowhere\.md: not copied\. It has no address/);
    expect(stdout).toContain('without server.credentialId: store the credential here');
    expect(stdout).toContain('without model.toolIds: 1 of 2 could not be copied');
    expect(stdout).toContain('without model.knowledgeBase.provider: this server searches');
    expect(stdout).toMatch(/voice\.provider: .*11labs/);
    expect(stdout).toMatch(/assistant {2}Odd: not copied\. .*server\.url/);
  });

  it('doubles nothing when it is run again, and copies what has changed', async () => {
    const before = await everything();
    const [first, ...others] = account.rows.assistant ?? [];
    if (first !== undefined)
      account.rows.assistant = [{ ...first, firstMessage: 'Hi.' }, ...others];
    account.asked.length = 0;
    const { code, stdout } = await run('--key', 'right');
    expect(code).toBe(0);
    expect(stdout).toContain('assistant  Ada: changed');
    expect(stdout).toContain('file       hours.md: as it was');
    expect(stdout).toContain('squad      Desk: as it was');
    expect(stdout).toContain('eval       Hours: as it was');
    expect(stdout).toContain('output     topic: as it was');
    expect(account.asked).not.toContain('/download/hours.md');
    const after = await everything();
    expect(after.assistants.map((one) => one.id).toSorted()).toEqual(
      before.assistants.map((one) => one.id).toSorted(),
    );
    expect(after.assistants.find(({ name }) => name === 'Ada')?.firstMessage).toBe('Hi.');
    expect([after.tools.length, after.files.length, after.squads.length]).toEqual([1, 1, 1]);
  });

  it('says what is wrong with a key, and with what it was given', async () => {
    expect(await run('--key', 'wrong')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('refuses the key'),
    });
    expect((await run('--key', 'right', '--from', 'elsewhere')).stderr).toContain('--from vapi');
    expect((await run()).stderr).toContain('--key <key>');
  });
});
