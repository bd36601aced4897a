import type {
  Page,
  PageQuery,
  TestResult,
  TestRunStatus,
  TestSuite,
  TestSuiteCreate,
  TestSuiteRun,
  TestSuiteTest,
  TestSuiteTestCreate,
} from '@kindling/protocol';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import {
  testSuiteRunTable,
  testSuiteTable,
  testSuiteTestTable,
} from '../../platform/database/platform-tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { nextUpdatedAt } from '../references/next-updated-at.ts';
import {
  type Change,
  createResourceStore,
  type ResourceRow,
  type ResourceStore,
  readResource,
} from '../references/resource-store.ts';

/** What is stored under a suite; of another suite is missing. */
export interface SuitePartStore<Entity> {
  page(orgId: string, suiteId: string, query: PageQuery): Promise<Page<Entity>>;
  find(orgId: string, suiteId: string, id: string): Promise<Entity | null>;
  get(orgId: string, suiteId: string, id: string): Promise<Entity>;
  update(key: PartKey, form: object, change: Change): Promise<Entity>;
  remove(key: PartKey, change: Change): Promise<Entity>;
}

export interface PartKey {
  readonly orgId: string;
  readonly suiteId: string;
  readonly id: string;
}

export interface RunProgress {
  readonly status: TestRunStatus;
  readonly testResults?: readonly TestResult[];
  readonly error?: string | null;
}

export interface SuiteStores {
  readonly suites: ResourceStore<TestSuite, TestSuiteCreate>;
  readonly tests: SuitePartStore<TestSuiteTest> & {
    create(orgId: string, suiteId: string, form: TestSuiteTestCreate): Promise<TestSuiteTest>;
    /** Oldest first. */
    all(orgId: string, suiteId: string): Promise<TestSuiteTest[]>;
  };
  readonly runs: SuitePartStore<TestSuiteRun> & {
    create(tx: Database, orgId: string, suiteId: string, form: object): Promise<TestSuiteRun>;
    /** Answers whether it is still there. */
    keep(orgId: string, runId: string, progress: RunProgress): Promise<boolean>;
  };
}

type RunRow = ResourceRow & typeof testSuiteRunTable.$inferSelect;
type TestRow = ResourceRow & { readonly testSuiteId: string };

export function createSuiteStores(db: Database): SuiteStores {
  const tests = createResourceStore<TestSuiteTest, TestSuiteTestCreate>(db, {
    table: testSuiteTestTable,
    name: 'test',
    read: (row) =>
      ({ ...readResource(row), testSuiteId: (row as TestRow).testSuiteId }) as TestSuiteTest,
  });
  const runs = createResourceStore<TestSuiteRun, object>(db, {
    table: testSuiteRunTable,
    name: 'run',
    read: (row) => readRun(row as RunRow),
  });
  const ofSuite = (suiteId: string) => eq(testSuiteTestTable.testSuiteId, suiteId);
  return {
    suites: createResourceStore<TestSuite, TestSuiteCreate>(db, {
      table: testSuiteTable,
      name: 'test suite',
    }),
    tests: {
      ...partsOf(tests, (suiteId) => eq(testSuiteTestTable.testSuiteId, suiteId)),
      create: (orgId, testSuiteId, form) => tests.create(orgId, form, { testSuiteId }),
      async all(orgId, suiteId) {
        const rows = await db
          .select()
          .from(testSuiteTestTable)
          .where(and(eq(testSuiteTestTable.orgId, orgId), ofSuite(suiteId)))
          .orderBy(asc(testSuiteTestTable.createdAt), asc(testSuiteTestTable.id));
        return rows.map((row) => ({ ...readResource(row), testSuiteId: suiteId }) as TestSuiteTest);
      },
    },
    runs: {
      ...partsOf(runs, (suiteId) => eq(testSuiteRunTable.testSuiteId, suiteId)),
      create: (tx, orgId, testSuiteId, form) =>
        runs
          .within(tx)
          .create(orgId, { ...form, testResults: [] }, { testSuiteId, status: 'queued' }),
      async keep(orgId, runId, { status, ...fields }) {
        const kept = await db
          .update(testSuiteRunTable)
          .set({
            status,
            body: sql`${testSuiteRunTable.body} || ${JSON.stringify(fields)}::jsonb`,
            updatedAt: nextUpdatedAt(testSuiteRunTable.updatedAt),
          })
          .where(and(eq(testSuiteRunTable.orgId, orgId), eq(testSuiteRunTable.id, runId)))
          .returning({ id: testSuiteRunTable.id });
        return kept.length > 0;
      },
    },
  };
}

function readRun(row: RunRow): TestSuiteRun {
  const { status, testSuiteId } = row;
  return { ...readResource(row), status, testSuiteId } as TestSuiteRun;
}

function partsOf<Entity extends TestSuiteTest | TestSuiteRun>(
  store: ResourceStore<Entity, never>,
  ofSuite: (suiteId: string) => ReturnType<typeof eq>,
): SuitePartStore<Entity> {
  const find = async (orgId: string, suiteId: string, id: string) => {
    const found = await store.find(orgId, id);
    return found?.testSuiteId === suiteId ? found : null;
  };
  const get = async (orgId: string, suiteId: string, id: string) => {
    const found = await find(orgId, suiteId, id);
    if (found !== null) return found;
    throw new ApiError('not_found', `There is no ${store.name} with this id in this test suite.`);
  };
  return {
    find,
    get,
    page: (orgId, suiteId, query) => store.page(orgId, query, { filters: [ofSuite(suiteId)] }),
    async update({ orgId, suiteId, id }, form, change) {
      await get(orgId, suiteId, id);
      return store.update(orgId, id, form, change);
    },
    async remove({ orgId, suiteId, id }, change) {
      await get(orgId, suiteId, id);
      return store.remove(orgId, id, change);
    },
  };
}
