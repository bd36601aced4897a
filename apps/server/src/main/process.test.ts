import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fillDatabaseFolder } from '../../testing/databases/test-pglite.ts';
import { bundleServer } from '../../testing/server/bundle-server.ts';

const SOURCE = join(import.meta.dirname, '../../testing/server/server-process.ts');

interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  readonly exit: Promise<{ code: number | null; output: string }>;
}

/** A server as an operator runs it: real processes, one real folder, real signals. Each test finds what the last left. */
describe('the server process', { timeout: 120_000 }, () => {
  let program: string;
  let folder: string;
  let elsewhere: string;
  let server: ServerProcess;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    program = await bundleServer(SOURCE);
    folder = mkdtempSync(join(tmpdir(), 'kindling-process-'));
    elsewhere = mkdtempSync(join(tmpdir(), 'kindling-elsewhere-'));
    // The folder under test starts empty.
    await fillDatabaseFolder(join(elsewhere, 'database'));
  });
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    for (const used of [folder, elsewhere])
      rmSync(used, { recursive: true, force: true, maxRetries: 5 });
  });

  function run(environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        KINDLING_DATA: folder,
        LOG_LEVEL: 'info',
        PORT: '0',
        DATABASE_URL: '',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    const ready = Promise.withResolvers<void>();
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      // Text and log come by two pipes, in either order.
      if (output.includes('Ready.') && output.includes('server ready')) ready.resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const exit = new Promise<{ code: number | null; output: string }>((resolve) => {
      child.on('close', (code) => {
        ready.reject(new Error(`exited with ${code}: ${output}`));
        resolve({ code, output });
      });
    });
    ready.promise.catch(() => undefined);
    return { child, exit, ready: ready.promise, output: () => output };
  }

  async function start(environment?: Record<string, string>): Promise<ServerProcess> {
    const { ready, ...server } = run(environment);
    await ready;
    const url = /Kindling +(http:\S+)/.exec(server.output())?.[1] ?? '';
    return { ...server, url };
  }

  const privateKey = () => readFileSync(join(folder, 'private-key'), 'utf8').trim();
  const ask = async (url: string, method = 'GET', body?: unknown) => {
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${privateKey()}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  async function startCall(server: ServerProcess) {
    const [assistant] = (await ask(`${server.url}/assistant`)) as { id: string }[];
    return (await ask(`${server.url}/call/web`, 'POST', { assistantId: assistant?.id })) as {
      id: string;
    };
  }

  const stop = async ({ child, exit }: ServerProcess, signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exit).code;
  };

  it('starts in an empty folder and says what it listens to and where it keeps things', async () => {
    server = await start();
    for (const line of ['UDP port 4000', folder, 'PGlite in', '127.0.0.1', privateKey()]) {
      expect(server.output()).toContain(line);
    }
    expect(statSync(join(folder, 'private-key')).mode & 0o777).toBe(0o600);
  });

  it('puts the mail of what it acknowledged into the outbox', async () => {
    const form = {
      fullName: 'Ada Lovelace',
      email: 'ada@school.example',
      phoneNumber: '2125550148',
      institution: 'Analytical School',
      numberOfStudents: '200',
      serviceOfInterest: 'Tutor',
      problemDescription: 'Our pupils ask too little.',
    };
    const answer = await fetch(`${server.url}/contact-requests`, {
      method: 'POST',
      headers: { Origin: server.url, 'Content-Type': 'application/json' },
      body: JSON.stringify(form),
    });
    expect(await answer.json()).toHaveProperty('id');
    const outbox = join(folder, 'outbox');
    const [file = ''] = await vi.waitFor(
      () => {
        const found = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
        expect(found).toHaveLength(1);
        return found;
      },
      { timeout: 20_000 },
    );
    expect(readFileSync(join(outbox, file), 'utf8')).toContain('Reply-To: Ada Lovelace');
  });

  it('keeps its folder and its port for itself', async () => {
    const inItsFolder = await run().exit;
    expect(inItsFolder.code).toBe(1);
    expect(inItsFolder.output).toContain(
      `Another Kindling server (process ${server.child.pid}) uses the data folder`,
    );
    const { port } = new URL(server.url);
    const atItsPort = await run({ KINDLING_DATA: elsewhere, PORT: port }).exit;
    expect(atItsPort.code).toBe(1);
    expect(atItsPort.output).toContain(`Port ${port} is taken`);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it.each([
    ['SIGTERM', 0, 'kindling.server-shutdown'],
    ['SIGINT', 0, 'kindling.server-shutdown'],
    ['SIGKILL', null, 'kindling.server-crashed'],
  ] as const)('stops by %s, opens again, and has its call ended', async (signal, code, reason) => {
    const { id } = await startCall(server);
    expect(await stop(server, signal)).toBe(code);
    server = await start({ TOOL_PRIVATE_ADDRESSES: 'true' });
    expect(server.output()).not.toContain('kd_prv_');
    expect(await ask(`${server.url}/assistant`)).toHaveLength(1);
    // A call whose server died waits for its visitor first.
    await expect
      .poll(() => ask(`${server.url}/call/${id}`), { timeout: 60_000 })
      .toMatchObject({ status: 'ended', endedReason: reason });
  });

  it('leaves a job that does not end to the next start: stop-while-a-job-runs', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const asked = once(silent, 'request');
    const { port } = silent.address() as AddressInfo;
    const assistant = { server: { url: `http://127.0.0.1:${port}/` } };
    const { id } = (await ask(`${server.url}/call/web`, 'POST', { assistant })) as { id: string };
    await ask(`${server.url}/call/${id}`, 'DELETE');
    await asked;
    expect(await stop(server, 'SIGTERM')).toBe(0);
    silent.closeAllConnections();
    silent.close();
    expect(server.output()).toContain('job left to the next start');
  });

  it('names the variable it cannot use', async () => {
    const { code, output } = await run({ PORT: 'http' }).exit;
    expect(code).toBe(1);
    expect(output).toContain('PORT:');
    expect(output).not.toContain('    at ');
  });
});
