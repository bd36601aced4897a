import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { constants as osConstants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';

/** The host's ffmpeg; runs never through a shell. */
export interface Ffmpeg {
  /** Absolute. */
  readonly path: string;
  /** Whether it encodes H.264 and AAC, for files that play everywhere; VP8 and Opus otherwise. */
  readonly mp4: boolean;
  /** Whether it encodes MP3. */
  readonly mp3?: boolean;
}

/** Not the server's own: there are keys in it. */
const NEEDED_ENVIRONMENT = Object.fromEntries(
  ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

export interface FfmpegRun {
  readonly args: readonly string[];
  /** Files are named relative to it. */
  readonly folder: string;
  readonly signal?: AbortSignal;
}

const PROBE_TIMEOUT = 20_000;
/** What it says last, for the log. */
const STDERR_CHARACTERS = 2_000;
const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error'];

/** `named` (FFMPEG_PATH) or the first on PATH; null when there is none that runs. */
export async function findFfmpeg(
  named: string | null,
  searchPath: string | undefined,
): Promise<Ffmpeg | null> {
  const path = named ?? (await findOnPath('ffmpeg', searchPath));
  if (path === null) return null;
  const encoders = await listEncoders(path).catch(() => null);
  if (encoders === null) return null;
  const has = (encoder: string) => encoders.split(/\s+/).includes(encoder);
  return { path, mp4: has('libx264') && has('aac'), mp3: has('libmp3lame') };
}

async function findOnPath(name: string, searchPath = ''): Promise<string | null> {
  for (const folder of searchPath.split(delimiter)) {
    if (folder === '') continue;
    const path = join(folder, name);
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return null;
}

async function listEncoders(path: string): Promise<string> {
  const child = spawn(path, ['-hide_banner', '-encoders'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: NEEDED_ENVIRONMENT,
    // What is no ffmpeg may wait for ever, and the start of the server with it.
    timeout: PROBE_TIMEOUT,
    killSignal: 'SIGKILL',
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new Error(`ffmpeg -encoders ended with ${code}`);
  return text;
}

/**
 * Runs to the end, after everything else on this machine.
 *
 * @throws what it said, or the signal's reason
 */
export async function runFfmpeg(ffmpeg: Ffmpeg, run: FfmpegRun & { readonly deadline: number }) {
  const { deadline, ...given } = run;
  const late = AbortSignal.timeout(deadline);
  const signal = given.signal === undefined ? late : AbortSignal.any([given.signal, late]);
  const child = startFfmpeg(ffmpeg, { ...given, signal });
  child.stdout.resume();
  child.yield();
  await child.ended;
}

export interface RunningFfmpeg {
  readonly stdout: NodeJS.ReadableStream;
  /** @throws when it failed, with what it said */
  readonly ended: Promise<void>;
  /** The calls of this server go first. */
  yield(): void;
  kill(): void;
}

/** Starts it with an output to read; what it says besides is kept for the error. */
export function startFfmpeg(ffmpeg: Ffmpeg, { args, folder, signal }: FfmpegRun): RunningFfmpeg {
  const child = spawn(ffmpeg.path, [...QUIET, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: NEEDED_ENVIRONMENT,
    ...(signal && { signal }),
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-STDERR_CHARACTERS);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject).on('close', (code, killedBy) => {
      if (code === 0) resolve();
      else reject(new Error(`ffmpeg ended with ${code ?? killedBy}: ${said.trim()}`));
    });
  });
  // The caller awaits it; until then a failure must not count as unhandled.
  ended.catch(() => undefined);
  return {
    stdout: child.stdout,
    ended,
    yield() {
      try {
        if (child.pid !== undefined) setPriority(child.pid, osConstants.priority.PRIORITY_LOW);
      } catch {
        // It ended already, or the system does not let it.
      }
    },
    kill: () => child.kill('SIGKILL'),
  };
}
