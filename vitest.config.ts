import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages}/**/src/**/*.test.{ts,tsx}'],
          environment: 'node',
          // Some open a database or load an engine, on machines that do other things too.
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file has a server and a browser of its own, which keep two processors busy.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'cross',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/site/**'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Sound in real time, crashes and races: alone on the machine.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
