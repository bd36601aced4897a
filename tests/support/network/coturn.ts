import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const hasCoturn = spawnSync('turnserver', ['--version']).status === 0;

export interface RunningCoturn {
  /** Everything it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * coturn as docs/operate/https-and-turn.md sets it up, with the values of a test in the places of the school's.
 * A null removes a line.
 */
export async function startCoturn(
  changes: Readonly<Record<string, string | null>>,
): Promise<RunningCoturn> {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-coturn-'));
  const settings = documentedSettings().filter(([name]) => !Object.hasOwn(changes, name));
  const lines = [...settings, ...Object.entries(changes)].flatMap(([name, value]) =>
    value === null ? [] : [value === '' ? name : `${name}=${value}`],
  );
  const file = join(folder, 'turnserver.conf');
  writeFileSync(file, [...lines, 'log-file=stdout', `pidfile=${join(folder, 'pid')}`].join('\n'));
  const child = spawn('turnserver', ['-c', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const output = () => printed.join('');
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const host = changes['listening-ip'] ?? '127.0.0.1';
  const port = Number(
    changes['no-tls'] === '' ? changes['listening-port'] : changes['tls-listening-port'],
  );
  try {
    await untilTaken(host, port, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { output, stop };
}

/** Each line of the file in docs/operate/https-and-turn.md, as name and value. */
function documentedSettings(): [string, string][] {
  const docs = readFileSync(
    new URL('../../../docs/operate/https-and-turn.md', import.meta.url),
    'utf8',
  );
  const [, text] = /```conf\n(.*?)\n```/s.exec(docs) ?? [];
  if (text === undefined)
    throw new Error('docs/operate/https-and-turn.md shows no file for coturn');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=')];
    });
}

async function untilTaken(
  host: string,
  port: number,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`coturn ended:\n${output()}`);
    if (await answers(host, port)) return;
    await wait(50);
  }
  throw new Error(`coturn does not listen on ${host}:${port}:\n${output()}`);
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
