import { TESTS_MAX, type TestSuite } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { checkPlans, checkRunnable, type PlanStores } from './check-plans.ts';
import { createFindParticipants } from './participants.ts';
import { createRunSuite, SUITE_RUN } from './run-suite.ts';
import type { RunTestOptions } from './run-test.ts';
import type { OpenSubject } from './subject.ts';
import { createSuiteStores } from './suite-stores.ts';

export interface TestSuiteHandlersOptions
  extends Omit<RunTestOptions, 'findParticipants'>,
    PlanStores {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly openSubject: OpenSubject;
}

export type TestSuiteHandlers = HandlersOf<'testSuite'> &
  HandlersOf<'testSuiteTest'> &
  HandlersOf<'testSuiteRun'>;

/** Suites, their tests and their runs. */
export function testSuiteHandlers(options: TestSuiteHandlersOptions): TestSuiteHandlers {
  const { db, jobs } = options;
  const stores = createSuiteStores(db);
  const { suites, tests, runs } = stores;
  const findParticipants = createFindParticipants(options);
  jobs.handle(SUITE_RUN, createRunSuite({ ...options, stores, findParticipants }));

  return {
    async 'testSuite.create'({ token, body }) {
      await checkPlans(options, token.orgId, body);
      return suites.create(token.orgId, body);
    },
    'testSuite.list': ({ token, query }) => suites.page(token.orgId, query),
    'testSuite.get': ({ token, id }) => suites.get(token.orgId, id),
    async 'testSuite.update'({ token, id, body, ifMatch }) {
      await suites.get(token.orgId, id);
      await checkPlans(options, token.orgId, body);
      return suites.update(token.orgId, id, body, { ifMatch });
    },
    'testSuite.delete': ({ token, id, ifMatch }) => suites.remove(token.orgId, id, { ifMatch }),

    async 'testSuiteTest.create'({ token, id, body }) {
      await suites.get(token.orgId, id);
      const stored = await tests.all(token.orgId, id);
      if (stored.length >= TESTS_MAX)
        throw badField('type', `a suite holds ${TESTS_MAX} tests at most; use another suite.`);
      return tests.create(token.orgId, id, body);
    },
    async 'testSuiteTest.list'({ token, id, query }) {
      await suites.get(token.orgId, id);
      return tests.page(token.orgId, id, query);
    },
    'testSuiteTest.get': ({ token, params }) => tests.get(token.orgId, params.id, params.testId),
    'testSuiteTest.update': ({ token, params, body, ifMatch }) =>
      tests.update({ orgId: token.orgId, suiteId: params.id, id: params.testId }, body, {
        ifMatch,
      }),
    'testSuiteTest.delete': ({ token, params, ifMatch }) =>
      tests.remove({ orgId: token.orgId, suiteId: params.id, id: params.testId }, { ifMatch }),

    async 'testSuiteRun.create'({ token, id, body }) {
      const suite: TestSuite = await suites.get(token.orgId, id);
      await checkRunnable(options, suite);
      if ((await tests.all(token.orgId, id)).length === 0)
        throw badField('id', 'the suite has no tests. Add one with POST /test-suite/{id}/test.');
      const run = await db.transaction(async (tx) => {
        const created = await runs.create(tx, token.orgId, id, body);
        const payload = { suiteId: id, runId: created.id };
        await jobs.add(tx, SUITE_RUN, { orgId: token.orgId, payload });
        return created;
      });
      jobs.wake();
      return run;
    },
    async 'testSuiteRun.list'({ token, id, query }) {
      await suites.get(token.orgId, id);
      return runs.page(token.orgId, id, query);
    },
    'testSuiteRun.get': ({ token, params }) => runs.get(token.orgId, params.id, params.runId),
    'testSuiteRun.update': ({ token, params, body, ifMatch }) =>
      runs.update({ orgId: token.orgId, suiteId: params.id, id: params.runId }, body, { ifMatch }),
    'testSuiteRun.delete': ({ token, params, ifMatch }) =>
      runs.remove({ orgId: token.orgId, suiteId: params.id, id: params.runId }, { ifMatch }),
  };
}
