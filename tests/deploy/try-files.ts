import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goTool, has, missing, repository, run } from './tools.ts';

const COMPOSE = 'github.com/compose-spec/compose-go/v2/cmd@v2.9.0';
const FILES = [
  { file: 'compose.yaml', example: '.env.example' },
  { file: 'compose.cluster.yaml', example: '.env.cluster.example' },
];

export const composeTools = () =>
  has('compose-spec') || has('go') ? [] : ['compose-spec, or Go to make it'];

/** Reads compose files by the library that `docker compose config` reads them with. */
export function tryCompose(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-compose-'));
  const compose = goTool('compose-spec', COMPOSE) ?? 'compose-spec';
  try {
    for (const { file, example } of FILES) {
      cpSync(join(repository, 'deploy', file), join(folder, file));
      cpSync(join(repository, 'deploy', example), join(folder, '.env'));
      // This program of the library looks variables up nowhere; what they give is tested with the other tests.
      run(compose, ['--no-interpolation', file], { folder });
    }
    return `${FILES.length} files are right.`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const unitTools = () => missing('systemd-analyze');

/** At most that exposed, of 10, by systemd's own measure. */
const EXPOSURE = 2;

export function tryUnit(): string {
  const unit = join(repository, 'deploy/systemd/kindling.service');
  const folder = mkdtempSync(join(tmpdir(), 'kindling-unit-'));
  try {
    // It looks whether the program is there.
    const file = join(folder, 'kindling.service');
    writeFileSync(
      file,
      readFileSync(unit, 'utf8').replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`),
    );
    run('systemd-analyze', ['verify', file]);
    const report = run('systemd-analyze', ['security', '--offline=true', '--no-pager', file]);
    const level = Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1]);
    if (!(level <= EXPOSURE)) throw new Error(`The unit's exposure is ${level}.`);
    return `The unit is right; exposure ${level} of 10.`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const caddyTools = () => missing('caddy');

export function tryCaddy(): string {
  const files = ['deploy/caddy/Caddyfile', 'deploy/caddy/Caddyfile.cluster'];
  for (const file of files)
    run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      env: { PUBLIC_HOST: 'school.example' },
    });
  return `${files.length} files are right.`;
}
