import type { TestAttempt, TestResult, TestSuite, TestSuiteTest } from '@kindling/protocol';
import { z } from 'zod';
import { JobAbandoned, type JobKind, type RunningJob } from '../../platform/jobs/jobs.ts';
import { faultMessage } from '../../platform/metrics/logger.ts';
import { hasPassed, type RunTestOptions, runTest } from './run-test.ts';
import type { SuiteStores } from './suite-stores.ts';

const payload = z.object({ suiteId: z.uuid(), runId: z.uuid() });

/** Runs the tests of a suite one after another, at the pace of talk where they are spoken. */
export const SUITE_RUN = {
  name: 'test-suite.run',
  payload,
  attempts: 3,
  timeout: 4 * 3_600_000,
  concurrency: 1,
} satisfies JobKind<typeof payload>;

const STOPPED = { status: 'failed', error: 'The server stopped each time this was run.' } as const;

export interface RunSuiteOptions extends RunTestOptions {
  readonly stores: SuiteStores;
}

export function createRunSuite(options: RunSuiteOptions) {
  const { stores } = options;
  return async (job: RunningJob<z.output<typeof payload>>): Promise<void> => {
    const { runId, suiteId } = job.payload;
    const orgId = job.orgId ?? '';
    const suite = await stores.suites.find(orgId, suiteId);
    const run = await stores.runs.find(orgId, suiteId, runId);
    // Deleted, or finished by an attempt that could not say so.
    if (suite === null || run === null || run.status === 'completed') return;
    // Said before the last attempt: if that takes the process down too, nobody can say it after.
    const begun = job.last ? STOPPED : ({ status: 'in-progress' } as const);
    // Deleted since.
    if (!(await stores.runs.keep(orgId, runId, begun))) return;
    try {
      const tests = await stores.tests.all(orgId, suiteId);
      await runTests({ suite, tests, done: run.testResults, job });
    } catch (error) {
      if (job.signal.aborted && !job.last) throw error;
      if (error instanceof RunDeleted) return;
      const message = faultMessage(error);
      await stores.runs.keep(orgId, runId, { status: 'failed', error: message });
      throw new JobAbandoned(message);
    }
  };

  async function runTests(work: {
    readonly suite: TestSuite;
    readonly tests: readonly TestSuiteTest[];
    readonly done: readonly TestResult[];
    readonly job: RunningJob<z.output<typeof payload>>;
  }): Promise<void> {
    const { suite, tests, job } = work;
    const { runId } = job.payload;
    // The results of an earlier attempt of this job are kept.
    const testResults = [...work.done];
    const finished = new Set(testResults.map(({ test }) => test.id));
    const keep = async (status: 'in-progress' | 'completed') => {
      const kept = await stores.runs.keep(suite.orgId, runId, { status, testResults, error: null });
      if (!kept) throw new RunDeleted();
    };
    for (const test of tests.filter(({ id }) => !finished.has(id))) {
      const attempts: TestAttempt[] = [];
      for (let left = test.numAttempts ?? 1; left > 0; left -= 1) {
        const attempt = await runTest(options, { suite, test, signal: job.signal, log: job.log });
        attempts.push(attempt);
        if (hasPassed(attempt)) break;
      }
      testResults.push({ test, attempts });
      await keep('in-progress');
    }
    await keep('completed');
  }
}

class RunDeleted extends Error {
  override readonly name = 'RunDeleted';
}
