import { spawnSync } from 'node:child_process';
import { providePostgres } from './test-postgres.ts';

/**
 * Two hundred thousand made-up requests (or `FUZZ_REQUESTS`) over both databases; `npm test` sends a
 * thousand over one. `FUZZ_SEED` repeats the run that printed it.
 */
const postgres = await providePostgres();
try {
  const { status } = spawnSync('vitest', ['run', '--project', 'unit', 'fuzz.test'], {
    stdio: 'inherit',
    env: {
      FUZZ_REQUESTS: '200000',
      ...process.env,
      ...(postgres === null ? {} : { TEST_DATABASE_URL: postgres.url }),
    },
  });
  process.exitCode = status ?? 1;
} finally {
  await postgres?.stop();
}
