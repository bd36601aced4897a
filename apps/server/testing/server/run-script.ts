import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

interface RunScriptOptions {
  /** Of Node. */
  readonly options?: readonly string[];
  /** The descriptor of its standard error. @default a pipe */
  readonly stderr?: number;
}

/** Runs a module in a process of its own; one that hangs is killed after a minute and a half. */
export async function runScript(script: string, { options = [], stderr }: RunScriptOptions = {}) {
  const child = spawn(process.execPath, [...options, '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', stderr ?? 'pipe'],
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });
  const read = (stream: NodeJS.ReadableStream | null) => (stream === null ? '' : text(stream));
  const [said, complained, [exitCode]] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    once(child, 'exit'),
  ]);
  return { exitCode, said, complained };
}
