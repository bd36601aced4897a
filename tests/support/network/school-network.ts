import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SchoolNetworkOptions {
  /** The one address that is reached from inside; its /24 is the cable between. */
  readonly outside: string;
  /** Another of this side, to which no way leads from inside. */
  readonly elsewhere: string;
  readonly browser: string;
}

export interface SchoolNetwork {
  /** Starts the browser inside. */
  readonly browser: string;
  close(): void;
}

/** A second network namespace, joined by a cable to the one this process runs in. */
export function openSchoolNetwork(options: SchoolNetworkOptions): SchoolNetwork {
  const { outside, elsewhere, browser } = options;
  const folder = mkdtempSync(join(tmpdir(), 'kindling-school-'));
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  const pid = String(holder.pid);
  const close = () => {
    holder.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    waitForNamespace(pid);
    run('ip', 'addr', 'add', `${elsewhere}/32`, 'dev', 'lo');
    run('ip', 'link', 'add', 'street', 'type', 'veth', 'peer', 'name', 'school');
    run('ip', 'addr', 'add', `${outside}/24`, 'dev', 'street');
    run('ip', 'link', 'set', 'street', 'up');
    run('ip', 'link', 'set', 'school', 'netns', pid);
    const inside = (...args: readonly string[]) => run('nsenter', '-t', pid, '-n', 'ip', ...args);
    inside('link', 'set', 'lo', 'up');
    inside('addr', 'add', `${outside.replace(/\d+$/, '77')}/24`, 'dev', 'school');
    inside('link', 'set', 'school', 'up');
    const start = join(folder, 'browser');
    writeFileSync(start, `#!/bin/sh\nexec nsenter -t ${pid} -n '${browser}' "$@"\n`);
    chmodSync(start, 0o755);
    return { browser: start, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** `unshare` starts in the namespace it was started in. */
function waitForNamespace(pid: string): void {
  const own = readlinkSync('/proc/self/ns/net');
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (readlinkSync(`/proc/${pid}/ns/net`) !== own) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  throw new Error('unshare made no namespace');
}

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
