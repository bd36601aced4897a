import { expect, it } from 'vitest';
import { temporaryFolder, testScene } from '../../testing/doctor/test-scene.ts';
import { examine } from './doctor.ts';
import { runDoctorCommand } from './doctor-command.ts';
import { fail, ok, skipped, warn } from './finding.ts';

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let said = '';
  const environment = { KINDLING_DATA: temporaryFolder(), ...env };
  const out = {
    write(text: string) {
      said += text;
    },
  };
  const status = await runDoctorCommand({ args, environment, out });
  return { status, said };
}

it('says what it found, line by line, and sums up', async () => {
  const { status, said } = await run(['--only', 'turn,mail']);
  expect(status).toBe(0);
  expect(said).toMatch(/^Data folder .*; no server runs here\.$/m);
  expect(said).toMatch(/^skipped {2}turn {12}ICE_SERVERS names no TURN server/m);
  expect(said).toMatch(/^Nothing has to be mended: 0 ok, 0 warnings, 0 failed, 2 not known\.$/m);
});

it('fails, and says what to do', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/school' };
  const { status, said } = await run(['--only', 'database'], env);
  expect(status).toBe(1);
  expect(said).toMatch(/^fail {5}database .*\n {25}-> Start PostgreSQL/m);
  expect(said).toMatch(/^1 to mend: /m);
});

it('says the same as JSON', async () => {
  const { status, said } = await run(['--json', '--only', 'turn']);
  expect(status).toBe(0);
  expect(JSON.parse(said)).toEqual({
    healthy: true,
    server: null,
    counts: { ok: 0, warn: 0, fail: 0, skipped: 1 },
    findings: [{ check: 'turn', status: 'skipped', found: expect.any(String) }],
  });
});

it('leaves out what is not wanted', async () => {
  const rest =
    'resources,disk,storage,database,cluster,ports,media,livekit,https,clock,models,speech';
  const { said } = await run(['--json', '--skip', rest]);
  const { findings } = JSON.parse(said) as { findings: { check: string }[] };
  expect(findings.map(({ check }) => check)).toEqual(['turn', 'mail', 'language model']);
});

it('names every setting that does not fit', async () => {
  const { status, said } = await run([], { PORT: 'many', HOST: '0.0.0.0', UDP_PORT: '-1' });
  expect(status).toBe(1);
  expect(said).toMatch(/^fail {5}settings {8}PORT: /m);
  expect(said).toMatch(/^fail {5}settings {8}UDP_PORT: /m);
});

it.each([[['--only', 'teeth']], [['--loud']]])('refuses %j', async (args) => {
  const { status, said } = await run(args);
  expect(status).toBe(2);
  expect(said).not.toBe('');
});

it('explains itself', async () => {
  const { status, said } = await run(['--help']);
  expect(status).toBe(0);
  expect(said).toContain('--send-to');
});

it('goes on when a check breaks', async () => {
  const checks = [
    { name: 'broken', run: () => Promise.reject(new Error('out of order')) },
    { name: 'whole', run: async () => [ok('a'), warn('b', 'c'), fail('d', 'e'), skipped('f')] },
  ];
  const found = await Array.fromAsync(examine(testScene(), checks));
  expect(found.map(({ check, status }) => `${check} ${status}`)).toEqual([
    ...['broken fail', 'whole ok', 'whole warn', 'whole fail', 'whole skipped'],
  ]);
});
