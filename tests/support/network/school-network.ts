import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOtherMachine, run } from './other-machine.ts';

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

/** A machine from which nothing but one address is reached. */
export function openSchoolNetwork(options: SchoolNetworkOptions): SchoolNetwork {
  const { outside, elsewhere, browser } = options;
  run('ip', 'addr', 'add', `${elsewhere}/32`, 'dev', 'lo');
  const folder = mkdtempSync(join(tmpdir(), 'kindling-school-'));
  const machine = openOtherMachine(outside);
  const start = join(folder, 'browser');
  writeFileSync(start, `#!/bin/sh\nexec ${machine.inside.join(' ')} '${browser}' "$@"\n`);
  chmodSync(start, 0o755);
  return {
    browser: start,
    close() {
      machine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
