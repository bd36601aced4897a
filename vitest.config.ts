import { configDefaults, defineConfig } from 'vitest/config';

/** They put another module in the place of one: each in modules of its own. */
const MOCKED = ['packages/assistant/src/**/*.test.{ts,tsx}'];

/** Neither sound nor a bad network: they may share the machine with the tests of the site. */
const QUIET = [
  'tests/{api-client,leads}/**/*.test.ts',
  'tests/browsers/{firefox-pages,webkit}.test.ts',
  'tests/interop/{daily-*,server-sdk,vapi-api}.test.ts',
  'tests/packaging/{api-docs,assistant-*,documents,packed-packages}.test.ts',
  'tests/robustness/{bad-input,booking-*,lead-*}.test.ts',
];

const common = {
  environment: 'node',
  // A test that fails runs once more, whole; scripts/second-try-reporter.ts names it when it passes then.
  retry: 1,
  // `expect.poll` gives up: later than a busy machine may stand still.
  expect: { poll: { timeout: 20_000 } },
} as const;

/** Some open a database, a connection or an engine, on machines that do other things too. */
const unit = {
  ...common,
  testTimeout: 30_000,
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
} as const;

/** What has a browser, sound in real time or a network, on a machine shared with strangers. */
const wholeProduct = { ...common, testTimeout: 120_000, hookTimeout: 240_000 } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages}/**/src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...MOCKED],
          ...unit,
          // Files share the modules of a worker: loading them anew took longer than the tests.
          isolate: false,
        },
      },
      {
        test: {
          name: 'unit-mocked',
          include: MOCKED,
          ...unit,
        },
      },
      {
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          ...wholeProduct,
          // Each file has a server and a browser of its own, and waits for them half of the time.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'quiet',
          include: QUIET,
          ...wholeProduct,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'cross',
          include: ['tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'tests/site/**', ...QUIET],
          ...wholeProduct,
          // Sound in real time, crashes and bad networks: alone on the machine.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
