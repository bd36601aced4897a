import { spawn, spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';

/** What the tests that need one say they lack, where they cannot have it. */
export const canHaveMachines =
  spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

/** To answer a question for an address with this is to send everything to nobody. */
const NOBODY = '02:00:00:00:00:01';

/** A second network namespace, joined by a cable to the one this process runs in. */
export interface OtherMachine {
  readonly address: string;
  /** What the command line of a program that is to run there begins with. */
  readonly inside: readonly string[];
  /** Nothing gets through any more, either way, and nobody is told. */
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
