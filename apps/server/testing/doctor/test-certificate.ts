import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './test-scene.ts';

/** In PEM; signed by itself, so it is its own authority. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** @param days from now; one of -1 ended yesterday */
export function makeTestCertificate(host: string, days: number): TestCertificate {
  const folder = temporaryFolder();
  const [request, cert, key, extensions] = ['request', 'cert', 'key', 'extensions'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  writeFileSync(extensions, `subjectAltName=DNS:${host}`);
  run(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    `/CN=${host}`,
    '-keyout',
    key,
    '-out',
    request,
  );
  run(
    ...['x509', '-req', '-in', request, '-signkey', key, '-days', String(days)],
    ...['-extfile', extensions, '-out', cert],
  );
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}
