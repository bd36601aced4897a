import type { OperationName } from '@kindling/protocol';
import { beforeAll, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { addOrgRows } from '../../../testing/databases/org-rows.ts';
import {
  namesRow,
  operationNames,
  operationOf,
  sampleBody,
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

const FAR = '2999-01-01T00:00:00.000Z';
const say = { type: 'conversation', name: 'a', prompt: 'Say hello.', isStart: true };
/** What a row alone does not have; made as users make it. */
const MADE: Readonly<Record<string, readonly [path: string, body: object]>> = {
  squad: ['/squad', { members: [{ assistant: { name: 'Ada' } }] }],
  workflow: ['/workflow', { name: 'Desk', nodes: [say], edges: [] }],
  tool: ['/tool', { type: 'endCall' }],
  credential: ['/credential', { provider: 'openai', apiKey: 'sk-x' }],
  knowledge_base: [
    '/knowledge-base',
    { provider: 'custom-knowledge-base', server: { url: 'https://know.example' } },
  ],
};
const BODIES: Partial<Record<OperationName, object>> = {
  'tool.update': { messages: [] },
  'knowledgeBase.update': { name: 'x' },
  'campaign.update': { name: 'x' },
};

describeOnBothDatabases(
  'If-Match',
  (server, database) => {
    let ids: Record<string, string> = {};
    let key = '';
    let dump: () => Promise<string>;
    const send = (method: string, path: string, body?: unknown, headers = {}) =>
      server().send(method, path, { key, headers, ...(body === undefined ? {} : { body }) });
    beforeAll(async () => {
      const other = await server().send('POST', '/org', { body: { name: 'Changing' } });
      key = other.json.privateKey;
      const rows = await addOrgRows(database().db, other.json.id, 'if-match');
      ids = { ...rows.ids };
      dump = rows.dump;
      for (const [table, [path, body]] of Object.entries(MADE)) {
        const made = await send('POST', path, body);
        expect([path, made.status]).toEqual([path, 201]);
        ids[table] = made.json.id;
      }
      // Of its own, so that the others are in no use.
      const assistant = await send('POST', '/assistant', { name: 'Ada' });
      const sip = { provider: 'vapi', sipUri: 'sip:desk@kindling.example' };
      const phone = await send('POST', '/phone-number', sip);
      const campaign = await send('POST', '/campaign', {
        name: 'Invite',
        assistantId: assistant.json.id,
        phoneNumberId: phone.json.id,
        customers: [{ number: '+14155550148' }],
        schedulePlan: { earliestAt: FAR },
      });
      expect(campaign.status).toBe(201);
      ids.campaign = campaign.json.id;
    });

    it.each(changing)('of an older state keeps %s from changing anything', async (name) => {
      const operation = operationOf(name);
      const fitting = { ...(sampleBody(name) as object | undefined), ...BODIES[name] };
      const body = name === 'org.updateRole' ? { userId: ids.app_user, role: 'editor' } : fitting;
      const before = await dump();
      const path = samplePath(operation, ids);
      const hasBody = operation.body !== undefined;
      const answer = await send(operation.method, path, hasBody ? body : undefined, {
        'If-Match': STALE,
      });
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
