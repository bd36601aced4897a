import { execFile, spawn, spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { promisify } from 'node:util';

/** Whether network namespaces can be made here. */
export const canHaveMachines =
  spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

/** How long a script may run, ms. */
const SCRIPT_TIMEOUT = 240_000;

/** Runs a script in a network namespace of its own; answers the JSON of the last line that it prints. */
export async function runInNamespace(script: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$1"', process.execPath, script],
    { timeout: SCRIPT_TIMEOUT, maxBuffer: 10_000_000 },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}');
}

/** No machine has this hardware address: packets that are sent to it get lost. */
const NOBODY = '02:00:00:00:00:01';

/** A second network namespace, joined by a cable to the one this process runs in. */
export interface OtherMachine {
  readonly address: string;
  /** What the command line of a program that is to run there begins with. */
  readonly inside: readonly string[];
  /** Packets get lost from now on, in both directions and without an error. */
  unplug(): void;
  plug(): void;
  close(): void;
}

/** @param outside the address of this side; its /24 is the cable between */
export function openOtherMachine(outside: string): OtherMachine {
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  const pid = String(holder.pid);
  const inside = ['nsenter', '-t', pid, '-n'] as const;
  const address = outside.replace(/\d+$/, '77');
  const there = (...args: readonly string[]) => run(...inside, 'ip', ...args);
  const close = () => void holder.kill('SIGKILL');
  try {
    waitForNamespace(pid);
    run('ip', 'link', 'add', 'street', 'type', 'veth', 'peer', 'name', 'school');
    run('ip', 'addr', 'add', `${outside}/24`, 'dev', 'street');
    run('ip', 'link', 'set', 'street', 'up');
    run('ip', 'link', 'set', 'school', 'netns', pid);
    there('link', 'set', 'lo', 'up');
    there('addr', 'add', `${address}/24`, 'dev', 'school');
    there('link', 'set', 'school', 'up');
  } catch (error) {
    close();
    throw error;
  }
  return {
    address,
    inside,
    unplug() {
      run('ip', ...neighbour('replace', address, 'street'), 'lladdr', NOBODY, 'nud', 'permanent');
      there(...neighbour('replace', outside, 'school'), 'lladdr', NOBODY, 'nud', 'permanent');
    },
    plug() {
      run('ip', ...neighbour('del', address, 'street'));
      there(...neighbour('del', outside, 'school'));
    },
    close,
  };
}

const neighbour = (what: string, address: string, device: string) =>
  ['neigh', what, address, 'dev', device] as const;

/** `unshare` starts in the namespace it was started in. */
function waitForNamespace(pid: string): void {
  const own = readlinkSync('/proc/self/ns/net');
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (readlinkSync(`/proc/${pid}/ns/net`) !== own) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  throw new Error('unshare made no namespace');
}

export function run(...[command = '', ...args]: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
