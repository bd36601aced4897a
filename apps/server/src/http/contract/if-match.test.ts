import type { OperationName } from '@kindling/protocol';
import { beforeAll, expect, it } from 'vitest';
import type { Ids, World } from '../../../testing/contract/example.ts';
import { fillExample } from '../../../testing/contract/fill-example.ts';
import { createWorld } from '../../../testing/contract/world.ts';
import { describeOnOneDatabase } from '../../../testing/databases/describe-databases.ts';
import { addOrgRows } from '../../../testing/databases/org-rows.ts';
import {
  namesRow,
  operationNames,
  operationOf,
  samplePath,
  tableOf,
} from '../../../testing/requests/sample-request.ts';

/** An ETag that is one, and that nothing of this test has. */
const STALE = '"2020-01-01T00:00:00.000Z"';

/** Whose answers carry no ETag: there is no state to name. */
const WITHOUT_STATE: readonly OperationName[] = ['room.delete', 'recording.delete', 'org.leave'];

const changing = operationNames.filter((name) => {
  const operation = operationOf(name);
  const isChange = ['PATCH', 'PUT', 'DELETE'].includes(operation.method);
  return isChange && namesRow(operation) && !WITHOUT_STATE.includes(name);
});

const readings = operationNames.map(operationOf).filter(({ method }) => method === 'GET');

describeOnOneDatabase(
  'If-Match',
  (server, database) => {
    /** By the table that a path is about: its row, and those above it. */
    const made = new Map<string | null, Ids>();
    let ids: Ids = {};
    let key = '';
    let world: World;
    let dump: () => Promise<string>;
    const send = (method: string, path: string, body?: unknown, headers = {}) =>
      server().send(method, path, { key, headers, ...(body === undefined ? {} : { body }) });
    beforeAll(async () => {
      const other = await server().send('POST', '/org', { body: { name: 'Changing' } });
      key = other.json.privateKey;
      const rows = await addOrgRows(database().db, other.json.id, 'if-match');
      ids = rows.ids;
      dump = rows.dump;
      world = createWorld({ ...server(), orgId: other.json.id, privateKey: key }, database());
      // What a row alone does not have, is made as users make it.
      for (const operation of changing.map(operationOf)) {
        const table = tableOf(operation) ?? '';
        if (made.has(table)) continue;
        const read = readings.find(({ path }) => path === operation.path);
        if (read === undefined) continue;
        const { json } = await send('GET', samplePath(read, ids));
        if (!read.answer.safeParse(json).success) made.set(table, await world.make(table));
      }
    });

    it.each(changing)('of an older state keeps %s from changing anything', async (name) => {
      const operation = operationOf(name);
      const { body } = await fillExample(world, operation.example ?? {});
      const before = await dump();
      const path = samplePath(operation, { ...ids, ...made.get(tableOf(operation)) });
      const answer = await send(operation.method, path, body, { 'If-Match': STALE });
      expect([tableOf(operation), answer.status, answer.json.code]).toEqual([
        ...[tableOf(operation), 412, 'precondition_failed'],
      ]);
      expect(await dump()).toBe(before);
    });

    it('keeps the retention from being set twice at once', async () => {
      const set = (logDays: number, tag?: string) =>
        send('PATCH', '/retention', { logDays }, tag === undefined ? {} : { 'If-Match': tag });
      const tag = (await set(10)).headers.get('etag') ?? '';
      const both = await Promise.all([set(20, tag), set(30, tag)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
      expect((await set(40, STALE)).status).toBe(412);
    });
  },
  { API_RATE_PER_IP: '1000000' },
);
