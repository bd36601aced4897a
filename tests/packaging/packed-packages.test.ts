import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The packages as a registry would serve them, in projects that know nothing of this one. */

const repository = new URL('../../', import.meta.url).pathname;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-packed-'));
  const tarballs = execFileSync(
    process.execPath,
    [join(repository, 'scripts/pack-packages.ts'), join(folder, 'tarballs')],
    { cwd: repository, encoding: 'utf8' },
  )
    .trim()
    .split('\n');
  const dependencies = Object.fromEntries(
    tarballs.map((tarball) => [
      `@kindling/${/kindling-([^/]+)-\d+\.\d+\.\d+\.tgz$/.exec(tarball)?.[1]}`,
      `file:${tarball}`,
    ]),
  );
  const manifest = { private: true, type: 'module', dependencies, overrides: dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  execFileSync(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
    {
      cwd: folder,
      stdio: 'pipe',
    },
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('are JavaScript with types, and hold no tests and no sources', () => {
  for (const name of ['protocol', 'api-client', 'call', 'assistant']) {
    const installed = join(folder, 'node_modules/@kindling', name);
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.test\.|testing\/|(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
    expect(files).toContain('LICENSE');
    if (existsSync(join(repository, 'packages', name, 'README.md'))) {
      expect(files).toContain('README.md');
    }
    const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string; default: string }>;
    };
    for (const { types, default: code } of Object.values(exports)) {
      expect(files).toContain(types.replace('./', ''));
      expect(files).toContain(code.replace('./', ''));
    }
  }
});

it('can be imported where there is no browser, as a server that renders pages does', () => {
  const script = `
    const { Vapi } = await import('@kindling/assistant');
    const { createCallObject, version } = await import('@kindling/call');
    const vapi = new Vapi('key');
    vapi.on('call-start', () => {});
    console.log(version(), typeof createCallObject, typeof vapi.start);
  `;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe('0.80.0 function function');
});

it('are built into a page by a bundler, with a chunk for the engine', async () => {
  const project = join(folder, 'page');
  mkdirSync(project);
  writeFileSync(
    join(project, 'index.html'),
    '<!doctype html><title>x</title><script type="module" src="./main.js"></script>',
  );
  writeFileSync(
    join(project, 'main.js'),
    `import { Vapi } from '@kindling/assistant';
     import { createFrame } from '@kindling/call';
     window.page = { Vapi, createFrame };`,
  );
  await build({ root: project, configFile: false, logLevel: 'error' });
  const built = readdirSync(join(project, 'dist/assets'));
  const scripts = built
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(project, 'dist/assets', file), 'utf8'));
  const entry = /src="(\/assets\/[^"]+)"/.exec(
    readFileSync(join(project, 'dist/index.html'), 'utf8'),
  )?.[1];
  expect(entry).toBeDefined();
  const first = readFileSync(join(project, 'dist', entry ?? ''), 'utf8');
  expect(first).not.toContain('new RTCPeerConnection');
  expect(scripts.some((script) => script.includes('RTCPeerConnection'))).toBe(true);
  for (const script of scripts) expect(script).not.toMatch(/\beval\(|new Function\(/);
});
