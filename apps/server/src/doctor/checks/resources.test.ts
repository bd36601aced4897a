import { expect, it } from 'vitest';
import { statusesOf, testScene, unhelpful } from '../../../testing/doctor/test-scene.ts';
import { judgeResources, resources } from './resources.ts';

const enough = { cores: 2, memory: 4_000_000_000, files: 65_536 };

it.each([
  ['enough of all', enough, 20, ['ok', 'ok', 'ok']],
  ['more calls than cores', enough, 41, ['warn', 'ok', 'ok']],
  ['half a core', { ...enough, cores: 0.5 }, 20, ['warn', 'ok', 'ok']],
  ['a machine sold with 2 GB', { ...enough, memory: 1_950_000_000 }, 20, ['ok', 'ok', 'ok']],
  ['little memory', { ...enough, memory: 1_600_000_000 }, 20, ['ok', 'warn', 'ok']],
  ['too little memory', { ...enough, memory: 1_000_000_000 }, 20, ['ok', 'fail', 'ok']],
  ['few files', { ...enough, files: 1_024 }, 20, ['ok', 'ok', 'warn']],
  ['too few files', { ...enough, files: 256 }, 20, ['ok', 'ok', 'fail']],
  ['a system that does not tell', { ...enough, files: null }, 20, ['ok', 'ok']],
] as const)('judges %s', (_, given, calls, wanted) => {
  const found = judgeResources(given, calls);
  expect(statusesOf(found)).toEqual(wanted);
  expect(unhelpful(found)).toEqual([]);
});

it('measures this machine', async () => {
  const found = await resources.run(testScene());
  expect(found.map((one) => one.found).join(' ')).toMatch(/^[\d.]+ cores hold about \d+ calls/);
});
