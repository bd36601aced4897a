import { randomUUID } from 'node:crypto';
import { analyticsResultSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { callTable, orgTable } from '../../platform/database/schema.ts';

const ASSISTANTS = [randomUUID(), randomUUID()] as const;
const RANGE = { start: '2026-02-01T00:00:00.000Z', end: '2026-02-08T00:00:00.000Z' };

describeOnBothDatabases('analytics', (server, database) => {
  interface Call {
    readonly at: string;
    readonly seconds?: number | null;
    readonly assistant?: number;
    readonly reason?: 'customer-ended-call' | 'silence-timed-out';
    readonly orgId?: string;
    readonly success?: string;
    readonly cost?: number | null;
  }
  const addCalls = (calls: readonly Call[]) =>
    database()
      .db.insert(callTable)
      .values(
        calls.map(
          ({ at, seconds = 60, assistant = 0, reason = 'customer-ended-call', ...call }) => {
            const createdAt = new Date(at);
            const endedAt = new Date(createdAt.getTime() + (seconds ?? 0) * 1_000);
            return {
              id: randomUUID(),
              orgId: call.orgId ?? server().orgId,
              type: 'webCall' as const,
              status: 'ended' as const,
              endedReason: reason,
              cost: call.cost ?? null,
              assistantId: ASSISTANTS[assistant] ?? null,
              startedAt: seconds === null ? null : createdAt,
              createdAt,
              endedAt,
              updatedAt: endedAt,
              analysis: call.success === undefined ? null : { successEvaluation: call.success },
            };
          },
        ),
      );
  let added = false;
  const given = async () => {
    if (added) return;
    added = true;
    const orgId = randomUUID();
    const now = new Date();
    const other = { id: orgId, name: 'Other', createdAt: now, updatedAt: now };
    await database().db.insert(orgTable).values(other);
    await addCalls([
      { at: '2026-02-02T10:00:00Z', seconds: 60, success: 'true', cost: 0.5 },
      { at: '2026-02-02T10:00:30Z', seconds: 120, assistant: 1, success: 'false', cost: 0.25 },
      { at: '2026-02-02T23:30:00Z', seconds: 30, reason: 'silence-timed-out' },
      { at: '2026-02-04T10:00:00Z', seconds: null, assistant: 1 },
      { at: '2026-01-31T23:59:59Z' },
      { at: '2026-02-08T00:00:00Z' },
      { at: '2026-02-02T10:00:00Z', orgId, seconds: 1_000 },
    ]);
  };
  const ask = async (...queries: readonly object[]) => {
    await given();
    return server().send('POST', '/analytics', { body: { queries } });
  };
  const count = { operation: 'count', column: 'id' };
  const query = (fields: object = {}) => ({
    table: 'call',
    name: 'calls',
    timeRange: RANGE,
    operations: [count],
    ...fields,
  });
  const result = async (fields: object = {}) => (await ask(query(fields))).json[0].result;

  it('counts and sums the calls of the org in the range', async () => {
    const answer = await ask(
      query({
        operations: [
          count,
          { operation: 'sum', column: 'duration' },
          { operation: 'avg', column: 'duration' },
          { operation: 'min', column: 'duration' },
          { operation: 'max', column: 'duration', alias: 'longest' },
          { operation: 'count', column: 'duration', alias: 'joined' },
          { operation: 'sum', column: 'minutesUsed' },
          { operation: 'sum', column: 'cost' },
          { operation: 'sum', column: 'costBreakdown.llm' },
        ],
      }),
    );
    expect(answer.status).toBe(200);
    expect(z.array(analyticsResultSchema).parse(answer.json)).toEqual([
      {
        name: 'calls',
        timeRange: { ...RANGE, timezone: 'UTC' },
        result: [
          {
            countId: 4,
            sumDuration: 210,
            avgDuration: 70,
            minDuration: 30,
            longest: 120,
            joined: 3,
            sumMinutesUsed: 3.5,
            sumCost: 0.75,
            sumCostBreakdownLlm: 0.75,
          },
        ],
      },
    ]);
  });

  it('groups by one field or several', async () => {
    expect(await result({ groupBy: ['endedReason'] })).toEqual([
      { endedReason: 'customer-ended-call', countId: 3 },
      { endedReason: 'silence-timed-out', countId: 1 },
    ]);
    expect(await result({ groupBy: 'analysis.successEvaluation' })).toEqual([
      { 'analysis.successEvaluation': 'false', countId: 1 },
      { 'analysis.successEvaluation': 'true', countId: 1 },
      { 'analysis.successEvaluation': null, countId: 2 },
    ]);
    const rows = await result({ groupBy: ['assistantId', 'type', 'status'] });
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({
      assistantId: ASSISTANTS[1],
      type: 'webCall',
      status: 'ended',
      countId: 2,
    });
  });

  it('steps through time, where days begin in the zone that is asked for', async () => {
    const daily = (timezone: string) => result({ timeRange: { ...RANGE, step: 'day', timezone } });
    expect(await daily('UTC')).toEqual([
      { date: '2026-02-02T00:00:00.000Z', countId: 3 },
      { date: '2026-02-04T00:00:00.000Z', countId: 1 },
    ]);
    expect(await daily('Europe/Berlin')).toEqual([
      { date: '2026-02-01T23:00:00.000Z', countId: 2 },
      { date: '2026-02-02T23:00:00.000Z', countId: 1 },
      { date: '2026-02-03T23:00:00.000Z', countId: 1 },
    ]);
  });

  it.each(['second', 'minute', 'hour', 'week', 'month', 'quarter', 'year', 'decade', 'century'])(
    'knows the step %s',
    async (step) => {
      const rows = await result({ timeRange: { ...RANGE, step } });
      const total = rows.reduce((sum: number, row: { countId: number }) => sum + row.countId, 0);
      expect(total).toBe(4);
    },
  );

  it('groups each step', async () => {
    const timeRange = { ...RANGE, step: 'day' };
    expect(await result({ timeRange, groupBy: ['endedReason'] })).toEqual([
      { date: '2026-02-02T00:00:00.000Z', endedReason: 'customer-ended-call', countId: 2 },
      { date: '2026-02-02T00:00:00.000Z', endedReason: 'silence-timed-out', countId: 1 },
      { date: '2026-02-04T00:00:00.000Z', endedReason: 'customer-ended-call', countId: 1 },
    ]);
  });

  it('tells a history for each group, beside what is summed over the range', async () => {
    const history = { operation: 'history', column: 'duration', alias: 'talk' };
    expect(await result({ groupBy: ['endedReason'], operations: [count, history] })).toEqual([
      {
        endedReason: 'customer-ended-call',
        countId: 3,
        talk: [
          { date: '2026-02-02T00:00:00.000Z', value: 180 },
          { date: '2026-02-04T00:00:00.000Z', value: 0 },
        ],
      },
      {
        endedReason: 'silence-timed-out',
        countId: 1,
        talk: [{ date: '2026-02-02T00:00:00.000Z', value: 30 }],
      },
    ]);
  });

  it('measures how many calls there were at once', async () => {
    const timeRange = { start: '2026-02-02T10:00:00.000Z', end: '2026-02-02T10:03:00.000Z' };
    const operations = [
      { operation: 'max', column: 'concurrency' },
      { operation: 'avg', column: 'concurrency' },
      count,
    ];
    expect(await result({ timeRange, operations })).toEqual([
      { maxConcurrency: 2, avgConcurrency: 1, countId: 2 },
    ]);
    expect(await result({ timeRange: { ...timeRange, step: 'minute' }, operations })).toEqual([
      { date: '2026-02-02T10:00:00.000Z', maxConcurrency: 2, avgConcurrency: 1.5, countId: 2 },
      { date: '2026-02-02T10:01:00.000Z', maxConcurrency: 1, avgConcurrency: 1, countId: 0 },
      { date: '2026-02-02T10:02:00.000Z', maxConcurrency: 1, avgConcurrency: 0.5, countId: 0 },
    ]);
  });

  it('answers the table of what is used', async () => {
    const operations = [
      { operation: 'sum', column: 'minutesUsed' },
      { operation: 'history', column: 'concurrency', alias: 'busy' },
    ];
    const [row] = await result({ table: 'subscription', operations });
    expect(row.sumMinutesUsed).toBe(3.5);
    expect(row.busy).toHaveLength(7);
    expect(row.busy[1]).toEqual({ date: '2026-02-02T00:00:00.000Z', value: 2 });
  });

  it('looks at the last seven days by default, and answers every query', async () => {
    const answer = await ask(query({ timeRange: undefined }), query({ name: 'second' }));
    expect(answer.json.map((one: { name: string }) => one.name)).toEqual(['calls', 'second']);
    const { start, end } = answer.json[0].timeRange;
    expect(Date.parse(end) - Date.parse(start)).toBe(7 * 24 * 3_600_000);
    expect(answer.json[0].result).toEqual([{ countId: 0 }]);
  });

  it.each([
    [{ table: 'user' }, 'queries.0.table'],
    [{ name: '' }, 'queries.0.name'],
    [{ operations: [] }, 'queries.0.operations'],
    [{ operations: [{ operation: 'sum', column: 'id' }] }, 'queries.0.operations.0.column'],
    [{ operations: [{ operation: 'sum', column: 'name' }] }, 'queries.0.operations.0.column'],
    [{ operations: [{ ...count, alias: 'a; drop' }] }, 'queries.0.operations.0.alias'],
    [{ operations: [count, count] }, 'queries.0.operations.1.alias'],
    [{ operations: [{ ...count, alias: 'date' }] }, 'queries.0.operations.0.alias'],
    [{ table: 'subscription' }, 'queries.0.operations.0.column'],
    [{ timeRange: { timezone: '+02:00' } }, 'queries.0.timeRange.timezone'],
    [{ timeRange: { timezone: 'Mars/Base' } }, 'queries.0.timeRange.timezone'],
    [{ timeRange: { start: RANGE.end, end: RANGE.start } }, 'queries.0.timeRange.end'],
    [{ timeRange: { start: '0000-01-01T00:00:00Z' } }, 'queries.0.timeRange.start'],
    [{ timeRange: { end: '9999-12-31T23:59:59-05:00' } }, 'queries.0.timeRange.end'],
    [{ timeRange: { step: 'blink' } }, 'queries.0.timeRange.step'],
  ])('refuses %j and names the field', async (fields, path) => {
    const answer = await ask(query(fields));
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, path]);
  });

  it('refuses an answer that nobody could read', async () => {
    // The second one would have the database write down half a million million steps.
    for (const end of [RANGE.end, '9999-12-31T00:00:00Z']) {
      const timeRange = { ...RANGE, end, step: 'second' };
      const operations = [{ operation: 'max', column: 'concurrency' }];
      const answer = await ask(query({ timeRange, operations }));
      expect([answer.status, answer.json.fields[0].path]).toEqual([400, 'timeRange.step']);
    }
  });

  it('answers the widest range in every step', async () => {
    const timeRange = { start: '1970-01-01T00:00:00Z', end: '9999-12-31T00:00:00Z' };
    for (const step of ['day', 'century', 'millennium']) {
      const operations = [{ operation: 'max', column: 'concurrency' }, count];
      const answer = await ask(query({ timeRange: { ...timeRange, step }, operations }));
      expect([200, 400]).toContain(answer.status);
      const counted = await ask(query({ timeRange: { ...timeRange, step } }));
      expect(counted.status).toBe(200);
    }
  });

  it('needs a key, and not a public one', async () => {
    const body = { queries: [query()] };
    const send = (key: string | null) => server().send('POST', '/analytics', { body, key });
    expect((await send(null)).status).toBe(401);
    expect((await send(server().publicKey)).status).toBe(403);
  });
});
