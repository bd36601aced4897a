import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CACHE, run, runAloud } from './tools.ts';

const DEBIAN = join(CACHE, 'bookworm.tar');
export const BASE = 'localhost/kindling-base';

/**
 * What stands in for the Dockerfile's base where no image can be pulled: Debian, Node and npm of this machine, and how
 * it reaches the registry.
 */
export async function makeBaseImage(): Promise<void> {
  if (!existsSync(DEBIAN)) {
    mkdirSync(CACHE, { recursive: true });
    await runAloud('mmdebstrap', [
      '--variant=minbase',
      '--include=ca-certificates,tzdata',
      'bookworm',
      DEBIAN,
    ]);
  }
  const root = mkdtempSync(join(tmpdir(), 'kindling-base-'));
  try {
    run('tar', ['--extract', '--file', DEBIAN, '--directory', root, '--exclude', './dev/*']);
    const local = join(root, 'usr/local');
    cpSync(process.execPath, join(local, 'bin/node'));
    const npm = run('npm', ['root', '--global']).trim();
    cpSync(join(npm, 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
    takeOver(run('npm', ['config', 'get', 'globalconfig']).trim(), join(local, 'etc/npmrc'));
    const authorities = '/etc/ssl/certs/ca-certificates.crt';
    takeOver(authorities, join(root, authorities));
    const container = run('buildah', ['from', 'scratch']).trim();
    run('buildah', ['copy', '--quiet', container, root, '/']);
    run('buildah', ['commit', '--quiet', '--rm', container, BASE]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function takeOver(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { dereference: true });
}
