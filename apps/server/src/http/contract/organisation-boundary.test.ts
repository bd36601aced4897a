import { randomUUID } from 'node:crypto';
import type { Operation, OperationName } from '@kindling/protocol';
import { beforeAll, expect, it } from 'vitest';
import type { World } from '../../../testing/contract/example.ts';
import { fillExample } from '../../../testing/contract/fill-example.ts';
import { createWorld } from '../../../testing/contract/world.ts';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { addOrgRows, type OrgRows } from '../../../testing/databases/org-rows.ts';
import {
  namesRow,
  operationNames,
  operationOf,
  samplePath,
} from '../../../testing/requests/sample-request.ts';
import type { Answer } from '../../../testing/server/test-server.ts';

const UNLIMITED = {
  API_RATE_PER_IP: '1000000',
  CALL_RATE_PER_IP: '1000000',
  CALL_RATE_PER_KEY: '1000000',
};
const MARK = 'only-for-the-first-organisation';

const pathed = operationNames.filter((name) => namesRow(operationOf(name)));
const lists = operationNames.filter((name) => {
  const { method, path } = operationOf(name);
  return method === 'GET' && !/\{(?!provider)/.test(path);
});

/** Reads that show nothing stored by an organisation. */
const WITHOUT_ROWS: readonly string[] = ['retention.get', 'webhook.secret'];

/** Whether it lists some of what another list shows, chosen by its path alone. */
function isChoice({ path, query }: Operation): boolean {
  return (
    query === undefined && lists.some((other) => path.startsWith(`${operationOf(other).path}/`))
  );
}

/** What is read from the disk, where the rows of this test have nothing. */
const WITHOUT_CONTENT: readonly string[] = [
  ...['file.content', 'file.text'],
  ...['call.monoRecording', 'call.stereoRecording', 'call.videoRecording'],
  ...['call.customerRecording', 'call.assistantRecording'],
];

describeWithServer(
  'organisations see nothing of each other',
  (server, database) => {
    let otherKey = '';
    let otherOrgId = '';
    let first: OrgRows;
    /** What the first has, which nothing here changes. */
    let before = '';
    /** A third one, which has what examples name. */
    let caller: World;

    beforeAll(async () => {
      const other = await server().send('POST', '/org', { body: { name: 'The other one' } });
      otherKey = other.json.privateKey;
      otherOrgId = other.json.id;
      const { json } = await server().send('POST', '/org', { body: { name: 'The third one' } });
      const third = { ...server(), orgId: json.id, privateKey: json.privateKey };
      caller = createWorld(third, database());
      first = await addOrgRows(database().db, server().orgId, MARK);
      before = await first.dump();
    });

    /** Nothing of the first org is in the answer, but what the request itself named. */
    const expectNothingOf = (answer: Answer, named: readonly string[] = []) => {
      const text = JSON.stringify(answer.json) + JSON.stringify([...answer.headers]);
      expect(text).not.toContain(MARK);
      for (const id of Object.values(first.ids))
        if (!named.includes(id)) expect(text).not.toContain(id);
    };

    it.each(pathed)('%s finds nothing of another organisation', async (name) => {
      const operation = operationOf(name);
      const path = samplePath(operation, first.ids);
      // Whatever else it names is the caller's own.
      const { body } = await fillExample(caller, operation.example ?? {});
      // What is not found is there: its own organisation reads it.
      if (operation.method === 'GET' && !WITHOUT_CONTENT.includes(name))
        expect((await server().send('GET', path)).status).toBe(200);
      const answer = await server().send(operation.method, path, {
        key: caller.server.privateKey,
        ...(body === undefined ? {} : { body }),
      });
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
      expectNothingOf(answer, Object.values(first.ids));
      expect(JSON.stringify(answer.json)).not.toContain(MARK);
      expect(await first.dump()).toBe(before);
    });

    it.each(lists)('%s lists nothing of another organisation', async (name) => {
      const operation = operationOf(name);
      const path = samplePath(operation);
      // Its own refusals are in its log, with what they named: one that has asked nothing yet.
      const fresh = await server().send('POST', '/org', { body: { name: 'Fresh' } });
      const key = fresh.json.privateKey;
      const plain = await server().send('GET', path, { key });
      expect(plain.status).not.toBe(500);
      expectNothingOf(plain);
      const own = await server().send('GET', path);
      if (own.status === 200 && !WITHOUT_ROWS.includes(name) && !isChoice(operation))
        expect(Object.values(first.ids).some((id) => JSON.stringify(own.json).includes(id))).toBe(
          true,
        );
      for (const [filter, id] of filtersOf(name, first.ids)) {
        const answer = await server().send('GET', `${path}?${filter}=${id}`, { key });
        expect(answer.status).not.toBe(500);
        expectNothingOf(answer, [id]);
        if (answer.status === 200) expect(countOf(answer)).toBe(0);
      }
    });

    it('counts nothing of another organisation', async () => {
      for (const name of ['call.page', 'assistant.page', 'phoneNumber.page'] as const) {
        const path = samplePath(operationOf(name));
        const own = await server().send('GET', path);
        expect(own.json.metadata.totalItems).toBeGreaterThan(0);
        const other = await server().send('GET', path, { key: otherKey });
        expect([other.status, other.json.metadata.totalItems]).toEqual([200, 0]);
      }
    });

    it('exports and deletes nothing of another organisation in bulk', async () => {
      for (const path of ['/log', '/logs', '/log?type=API'])
        await server().send('DELETE', path, { key: otherKey });
      for (const body of [
        { email: `${MARK}@school.example` },
        { callIds: [first.ids.call] },
        { references: [first.ids.call, first.ids.session] },
        { externalId: MARK },
      ]) {
        const read = await server().send('POST', '/person/export', { key: otherKey, body });
        const { found, mentionedIn, leftOut } = read.json;
        expect(Object.values(found).flat()).toEqual([]);
        expect([mentionedIn, leftOut]).toEqual([[], []]);
        const { json } = await server().send('POST', '/person/erase', { key: otherKey, body });
        expect(Object.values(json.deleted).every((count) => count === 0)).toBe(true);
        expect(json.mentionedIn).toEqual([]);
      }
      expect(await first.dump()).toBe(before);
    });

    it('uses nothing of another organisation', async () => {
      const { ids } = first;
      const { assistant, squad, workflow, session, chat, tool } = ids;
      const requests: [OperationName, object][] = [
        ['chat.create', { assistantId: assistant, input: 'Hello' }],
        ['chat.create', { sessionId: session, input: 'Hello' }],
        ['chat.create', { previousChatId: chat, input: 'Hello' }],
        ['chat.create', { squadId: squad, input: 'Hello' }],
        ['chat.createResponse', { assistantId: assistant, input: 'Hello' }],
        ['call.createWeb', { assistantId: assistant }],
        ['call.createWeb', { squadId: squad }],
        ['call.createWeb', { workflowId: workflow }],
        ['call.create', { assistantId: assistant }],
        ['session.create', { assistantId: assistant }],
        ['session.create', { squadId: squad }],
        ['squad.create', { members: [{ assistantId: assistant }] }],
        ['token.create', { tag: 'public', restrictions: { allowedAssistantIds: [assistant] } }],
        [
          'campaign.create',
          {
            name: 'x',
            assistantId: assistant,
            phoneNumberId: ids.phone_number,
            customers: [{ number: '+12125550148' }],
          },
        ],
        ['knowledgeBase.create', { provider: 'kindling', fileIds: [ids.file] }],
        [
          'phoneNumber.importVonage',
          { vonagePhoneNumber: '+12125550148', credentialId: ids.credential },
        ],
      ];
      const created: string[] = [];
      for (const [name, body] of requests) {
        const { method, path } = operationOf(name);
        const answer = await server().send(method, path, { key: otherKey, body });
        expect([name, JSON.stringify(answer.json).includes(MARK)]).toEqual([name, false]);
        if (answer.status < 300) created.push(`${name} ${Object.keys(body).join()}`);
        expect(answer.status).not.toBe(500);
      }
      expect(created).toEqual([]);
      // An assistant may name what is not there; nothing is there when it talks.
      const model = { provider: 'kindling', toolIds: [tool], knowledgeBaseId: ids.knowledge_base };
      const talker = await server().send('POST', '/assistant', { key: otherKey, body: { model } });
      const said = await server().send('POST', '/chat', {
        key: otherKey,
        body: { assistantId: talker.json.id, input: 'What is in your knowledge base?' },
      });
      expect(JSON.stringify(said.json)).not.toContain(MARK);
      expect(said.status).not.toBe(500);
      expect(await first.dump()).toBe(before);
    });

    it('analyses nothing of another organisation', async () => {
      const body = {
        queries: [
          {
            table: 'call',
            name: 'calls',
            groupBy: ['assistantId'],
            operations: [{ operation: 'count', column: 'id' }],
          },
        ],
      };
      const own = await server().send('POST', '/analytics', { body });
      expect(JSON.stringify(own.json)).toContain(first.ids.assistant);
      expectNothingOf(await server().send('POST', '/analytics', { key: otherKey, body }));
    });

    it('keeps a session to its organisation', async () => {
      const own = await server().send('GET', `/org/${otherOrgId}/auth`, { key: otherKey });
      const key = own.json.accessToken;
      expect((await server().send('GET', '/assistant', { key })).status).toBe(200);
      const foreign = await server().send('GET', `/assistant/${server().assistantId}`, { key });
      expect(foreign.status).toBe(404);
    });
  },
  UNLIMITED,
);

/** Filters of a list that name something stored, with the first organisation's. */
function filtersOf(
  name: OperationName,
  ids: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  const { query } = operationOf(name);
  const shape = query !== undefined && 'shape' in query ? Object.keys(query.shape as object) : [];
  return shape.flatMap((filter) => {
    const table = filter.replace(/Id(s?)$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter}`);
    const id = filter === 'id' ? randomUUID() : ids[table.toLowerCase()];
    return /Ids?$|^id$/.test(filter) && id !== undefined ? [[filter, id] as const] : [];
  });
}

function countOf({ json }: Answer): number {
  if (typeof json === 'string') return json.trim().split('\n').length - 1;
  if (Array.isArray(json)) return json.length;
  if (Array.isArray(json.results)) return json.results.length;
  throw new Error(`This list has a shape of its own: ${JSON.stringify(json).slice(0, 200)}`);
}
