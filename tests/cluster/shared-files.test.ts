import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../apps/server/testing/databases/test-databases.ts';
import { bundleServer } from '../../apps/server/testing/server/bundle-server.ts';
import { freePort } from '../support/network/free-port.ts';

const PROGRAM = new URL('../../apps/server/testing/server/server-process.ts', import.meta.url);
const { TEST_DATABASE_URL: databases, TEST_STORAGE_URL: storage } = process.env;
const missing = databases && storage ? '' : ' (SKIPPED: no PostgreSQL, or no S3 server)';

interface Node {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly url: string;
  readonly output: () => string;
  readonly ready: Promise<void>;
  readonly exited: Promise<number | null>;
}

/** Whole server processes, each with a data folder of its own. */
describe.skipIf(missing !== '')(`nodes with one secret and one bucket${missing}`, () => {
  let program: string;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let first: Node;
  let second: Node;
  const nodes: Node[] = [];
  const bucket = new URL(storage ?? 's3://none/none');
  bucket.pathname += `/${randomUUID()}`;

  async function begin(environment: Record<string, string> = {}): Promise<Node> {
    const folder = mkdtempSync(join(tmpdir(), 'kindling-node-'));
    const url = `http://127.0.0.1:${await freePort()}`;
    const child = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        CLUSTER: 'true',
        DATABASE_URL: database.url,
        KINDLING_DATA: folder,
        KINDLING_SECRET: 'ab'.repeat(32),
        STORAGE_URL: bucket.href,
        SMTP_URL: 'smtp://127.0.0.1:9',
        PUBLIC_URL: 'http://school.example',
        NODE_ADDRESS: url,
        PORT: new URL(url).port,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const ready = Promise.withResolvers<void>();
    ready.promise.catch(() => undefined);
    const exited = once(child, 'close').then(([code]) => {
      ready.reject(new Error(`exited with ${code}: ${output}`));
      return code as number | null;
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('server ready')) ready.resolve();
      });
    const node = { child, folder, url, exited, output: () => output, ready: ready.promise };
    nodes.push(node);
    return node;
  }

  beforeAll(async () => {
    program = await bundleServer(PROGRAM.pathname);
    database = await createPostgresDatabase(databases ?? '');
    // The first makes the organisation, and has its key.
    first = await begin();
    await first.ready;
    second = await begin();
    await second.ready;
  });
  afterAll(async () => {
    for (const { child, exited, folder } of nodes) {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    }
    await database?.drop();
  });

  const key = () => readFileSync(join(first.folder, 'private-key'), 'utf8').trim();
  const ask = (node: Node, path: string, init: RequestInit = {}, as = key()) =>
    fetch(node.url + path, { ...init, headers: { Authorization: `Bearer ${as}` } });
  const upload = async (node: Node, text: string) => {
    const body = new FormData();
    body.set('file', new File([text], 'hours.txt'));
    const answer = await ask(node, '/file', { method: 'POST', body });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  };
  const read = async (node: Node, id: string) => (await ask(node, `/file/${id}/content`)).text();

  it('sign alike, and have no secret in their folders', async () => {
    const secretOf = async (node: Node) => (await ask(node, '/webhook/secret')).json();
    expect(await secretOf(second)).toEqual(await secretOf(first));
    const [{ id }] = (await (await ask(first, '/org')).json()) as [{ id: string }];
    const session = (await (await ask(first, `/org/${id}/auth`)).json()) as { accessToken: string };
    expect((await ask(second, '/org', {}, session.accessToken)).status).toBe(200);
    for (const { folder } of [first, second])
      expect(readdirSync(folder).filter((name) => /secret|credential/.test(name))).toEqual([]);
  });

  it('read what another one took, also when that one is dead', async () => {
    const ids = [await upload(first, 'from nine'), await upload(second, 'until six')];
    const readAll = (node: Node) => Promise.all(ids.map((id) => read(node, id)));
    expect(await readAll(first)).toEqual(['from nine', 'until six']);
    expect(await readAll(second)).toEqual(['from nine', 'until six']);
    first.child.kill('SIGKILL');
    await first.exited;
    expect(await readAll(second)).toEqual(['from nine', 'until six']);
    for (const { folder } of [first, second])
      expect(readdirSync(join(folder, 'blobs'))).not.toContain('files');
  });

  it.each([
    ['another secret', { KINDLING_SECRET: 'cd'.repeat(32) }, /KINDLING_SECRET: is not the one/],
    ['none', { KINDLING_SECRET: '' }, /KINDLING_SECRET: must be set/],
    [
      'another bucket’s key',
      { STORAGE_URL: wrongKey(bucket) },
      /STORAGE_URL: the bucket kindling at .* cannot be written to/,
    ],
  ])('do not start with %s, and say what to do', async (_, environment, said) => {
    const { exited, output } = await begin(environment);
    expect(await exited).toBe(1);
    expect(output()).toMatch(said);
    expect(output()).not.toMatch(/ {4}at |abab|cdcd|secret%2F/);
    expect((await ask(second, '/org')).status).toBe(200);
  });
});

function wrongKey(bucket: URL): string {
  const url = new URL(bucket);
  url.username = 'somebody-else';
  return url.href;
}
