import { configDefaults, defineConfig } from 'vitest/config';

/** They put another module in the place of one: each in modules of its own. */
const MOCKED = ['packages/assistant/src/**/*.test.{ts,tsx}'];

/** They listen to sound in real time or make a network bad: before the others, which take all of the processor. */
const SOUND = [
  'tests/{e2e,room}/**/*.test.ts',
  'tests/browsers/firefox-call.test.ts',
  'tests/interop/{published-daily-*,vapi-web}.test.ts',
  'tests/robustness/{call-after-call,network-faults,offline,takeover,turn}.test.ts',
  'tests/cluster/{handover-heard,kill-9,lost-machine,takeover}.test.ts',
  'tests/livekit/{call,meeting,takeover}.test.ts',
];

const common = {
  environment: 'node',
  // A test that passes only at times is a race, which is mended.
  retry: 0,
  // `expect.poll` gives up: later than a busy machine may stand still.
  expect: { poll: { timeout: 20_000 } },
} as const;

/** Some open a database, a connection or an engine, on machines that do other things too. */
const unit = {
  ...common,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // One beside tests that have to hear in real time.
  maxWorkers: Number(process.env.UNIT_WORKERS ?? 2),
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
          name: 'product',
          include: ['tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...SOUND],
          ...wholeProduct,
          globalSetup: 'tests/support/server/shared-kindling.ts',
          // Files share the browser of a worker.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'sound',
          include: SOUND,
          ...wholeProduct,
          globalSetup: 'tests/support/server/shared-kindling.ts',
          isolate: false,
          // One on a machine that is too slow for two.
          maxWorkers: Number(process.env.SOUND_WORKERS ?? 2),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
