import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../..');

/** Whether a program is on PATH. */
export function has(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Those that are missing, for the line that says why a try is skipped. */
export const missing = (...programs: readonly string[]): string[] =>
  programs.filter((program) => !has(program));

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** @default the repository */
  readonly folder?: string;
}

/**
 * Runs a program to its end; answers what it printed.
 *
 * @throws with all that it printed, when it fails
 */
export function run(program: string, args: readonly string[], options: RunOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: options.folder ?? repository,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    env: { ...process.env, ...options.env },
  });
  if (status === 0) return stdout;
  const why = error?.message ?? `it ended with ${status}`;
  throw new Error(`${program} ${args.join(' ')}: ${why}\n${stdout ?? ''}${stderr ?? ''}`);
}

/** The same, in minutes: what it prints is shown as it comes. */
export async function runAloud(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: repository, stdio: 'inherit' });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}

export const CACHE = join(repository, 'node_modules/.cache/deploy');

/** A program that is on PATH, or made once by Go from its module; null where neither can be. */
export function goTool(program: string, module: string): string | null {
  if (has(program)) return program;
  const made = join(CACHE, 'bin', program);
  if (existsSync(made)) return made;
  if (!has('go')) return null;
  const folder = mkdtempSync(join(tmpdir(), 'kindling-go-'));
  try {
    run('go', ['install', module], { env: { GOBIN: folder }, folder });
    // Go names it for the last part of its module, whatever that is.
    mkdirSync(dirname(made), { recursive: true });
    cpSync(join(folder, readdirSync(folder)[0] ?? ''), made);
    return made;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
