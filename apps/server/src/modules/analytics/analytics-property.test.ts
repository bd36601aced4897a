import { randomUUID } from 'node:crypto';
import { ANALYTICS_STEPS, type AnalyticsOperation, type AnalyticsQuery } from '@kindling/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneDatabase } from '../../../testing/databases/test-databases.ts';
import {
  levelAt,
  naively,
  type StoredCall,
  stepBegin,
} from '../../../testing/kits/naive-analytics.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { callTable, orgTable } from '../../platform/database/schema.ts';
import { answerQuery } from './answer-query.ts';

/** The query language against the plainest reading of it, over calls where clocks are changed. */

const HOUR = 3_600_000;
const GLANCE = 10_000;
/** Zones with quarters of hours, halves of hours of summer time, and a midnight that is skipped. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Asia/Beirut',
] as const;
/** Around changes of the clocks in some of them. */
const DAYS = ['2024-03-10', '2024-03-31', '2024-04-07', '2024-10-27', '2024-11-03', '2024-12-31'];
const ASSISTANTS = [randomUUID(), randomUUID(), null] as const;
const ORG = randomUUID();

const instantArb = fc
  .tuple(fc.constantFrom(...DAYS), fc.integer({ min: -30 * HOUR, max: 30 * HOUR }))
  .map(([day, shift]) => Date.parse(`${day}T00:00:00Z`) + shift);

const callArb: fc.Arbitrary<StoredCall> = fc
  .record({
    assistantId: fc.constantFrom(...ASSISTANTS),
    hasEnded: fc.boolean(),
    reason: fc.constantFrom('customer-ended-call', 'silence-timed-out'),
    success: fc.constantFrom('true', 'false', null),
    cost: fc.option(fc.integer({ min: 0, max: 8 }).map((part) => part / 4)),
    createdAt: instantArb,
    wait: fc.option(fc.integer({ min: 0, max: 20_000 })),
    // Quarters of minutes: sums and means are then exact, in whatever order they are added.
    length: fc.integer({ min: 0, max: 720 }).map((quarters) => quarters * 15_000),
  })
  .map(({ hasEnded, reason, wait, length, ...call }) => {
    const startedAt = wait === null ? null : call.createdAt + wait;
    return {
      ...call,
      ...(hasEnded
        ? { status: 'ended' as const, endedReason: reason }
        : { status: 'in-progress' as const, endedReason: null }),
      startedAt,
      endedAt: hasEnded ? (startedAt ?? call.createdAt) + length : null,
    };
  });

const COLUMNS = [
  'id',
  'cost',
  'costBreakdown.llm',
  'costBreakdown.stt',
  'duration',
  'minutesUsed',
] as const;
const operationArb: fc.Arbitrary<AnalyticsOperation> = fc
  .record({
    operation: fc.constantFrom('sum', 'avg', 'count', 'min', 'max', 'history'),
    column: fc.constantFrom(...COLUMNS),
  })
  .filter(({ operation, column }) => column !== 'id' || /count|history/.test(operation));
const GROUPS = [
  'type',
  'assistantId',
  'endedReason',
  'analysis.successEvaluation',
  'status',
] as const;
const queryArb = fc
  .record({
    groupBy: fc.subarray([...GROUPS]),
    operations: fc.uniqueArray(operationArb, {
      minLength: 1,
      maxLength: 4,
      selector: ({ operation, column }) => operation + column,
    }),
    ends: fc
      .tuple(instantArb, instantArb)
      .map(([one, other]) => [one, other].sort((a, b) => a - b)),
    step: fc.option(fc.constantFrom(...ANALYTICS_STEPS)),
    timezone: fc.constantFrom(...ZONES),
  })
  .map(
    ({ ends: [start = 0, end = 0], step, timezone, ...rest }): AnalyticsQuery => ({
      table: 'call',
      name: 'q',
      ...rest,
      timeRange: {
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        timezone,
        ...(step === null ? {} : { step }),
      },
    }),
  );

/** In one order. */
const comparable = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).sort()))).sort();

describe(`analytics on ${oneDatabase.name}`, () => {
  let database: OpenDatabase;
  const calls = fc.sample(callArb, { numRuns: 400, seed: 7 });
  beforeAll(async () => {
    database = await oneDatabase.open();
    const now = new Date();
    await database.db
      .insert(orgTable)
      .values({ id: ORG, name: 'School', createdAt: now, updatedAt: now });
    const at = (instant: number | null) => (instant === null ? null : new Date(instant));
    await database.db.insert(callTable).values(
      calls.map(({ success, createdAt, startedAt, endedAt, endedReason, ...call }) => ({
        id: randomUUID(),
        orgId: ORG,
        type: 'webCall' as const,
        ...call,
        createdAt: new Date(createdAt),
        updatedAt: new Date(createdAt),
        startedAt: at(startedAt),
        endedAt: at(endedAt),
        endedReason: endedReason as 'customer-ended-call' | null,
        analysis: success === null ? null : { successEvaluation: success },
      })),
    );
  }, 60_000);
  afterAll(() => database?.close());

  it('answers what counting by hand does', async () => {
    await fc.assert(
      fc.asyncProperty(queryArb, async (query) => {
        const { result } = await answerQuery(database.db, ORG, query);
        expect(comparable(result)).toEqual(comparable(naively(calls, query)));
      }),
      { numRuns: 150 },
    );
  });

  it('measures calls at once as by looking again and again', async () => {
    const shortRange = fc.tuple(
      fc.constantFrom('2024-04-06T14:20:00Z', '2024-10-27T00:10:00Z', '2024-11-03T05:30:00Z'),
      fc.constantFrom('minute' as const, 'hour' as const, 'day' as const),
      fc.constantFrom(...ZONES),
    );
    await fc.assert(
      fc.asyncProperty(shortRange, async ([start, step, timezone]) => {
        const from = Date.parse(start);
        const to = from + 2.5 * HOUR;
        const { result } = await answerQuery(database.db, ORG, {
          table: 'call',
          name: 'q',
          timeRange: { start, end: new Date(to).toISOString(), step, timezone },
          operations: [{ operation: 'avg', column: 'concurrency', alias: 'busy' }],
        });
        const steps = Map.groupBy(
          Array.from({ length: (to - from) / GLANCE }, (_, index) => from + index * GLANCE),
          (instant) => stepBegin(instant, step, timezone),
        );
        expect(result.map(({ date }) => date)).toEqual([...steps.keys()]);
        for (const [index, instants] of [...steps.values()].entries()) {
          const levels = instants.map((instant) => levelAt(calls, instant, from));
          const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
          expect(result[index]?.busy).toBeCloseTo(mean, 0);
        }
      }),
      { numRuns: 12 },
    );
  });
});
