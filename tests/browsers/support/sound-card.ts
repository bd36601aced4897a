import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

export const hasPulseAudio = spawnSync('pulseaudio', ['--version']).status === 0;

/** A sound card without wires: what is played into its microphone is all that it hears. */
export interface SoundCard {
  /** Environment of a browser that has this card. */
  readonly env: Readonly<Record<string, string>>;
  /** Plays a WAV into the microphone; resolves at its end. */
  play(wav: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A PulseAudio server of its own, with a null sink as the speaker and another whose monitor is the
 * microphone. Firefox starts no AudioContext on a machine without a sound card.
 */
export async function startSoundCard(): Promise<SoundCard> {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-sound-'));
  const socket = join(folder, 'native');
  const env = { PULSE_SERVER: `unix:${socket}`, PULSE_COOKIE: join(folder, 'cookie') };
  const modules = [
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    'module-null-sink sink_name=speaker',
    'module-null-sink sink_name=voice',
    'module-remap-source master=voice.monitor source_name=microphone',
  ];
  const options = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no'];
  const server = spawn('pulseaudio', [...options, ...modules.flatMap((line) => ['-L', line])], {
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
    stdio: 'ignore',
  });
  const control = (...args: readonly string[]) =>
    execFileSync('pactl', args, { env: { ...process.env, ...env }, stdio: 'pipe' });
  const stop = async () => {
    await end(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilThere(() => control('set-default-source', 'microphone'));
    control('set-default-sink', 'speaker');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    env,
    async play(wav) {
      await promisify(execFile)('paplay', ['--device=voice', wav], {
        env: { ...process.env, ...env },
      });
    },
    stop,
  };
}

async function untilThere(look: () => unknown): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    try {
      look();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(100);
    }
  }
}

function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}
