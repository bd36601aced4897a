import { randomUUID } from 'node:crypto';
import { CALL_EXPORT_COLUMNS, callMetadataSchema, callSchema } from '@kindling/protocol';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { storeCall, storeCallsWithoutLines } from '../../../testing/calls/stored-call.ts';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { orgTable } from '../../platform/database/schema.ts';

type Listed = { readonly id: string }[];

describeOnBothDatabases('lists of calls', (server, database) => {
  const store = (row: Parameters<typeof storeCall>[2] = {}) =>
    storeCall(database().db, server().orgId, row);
  const get = async (path: string) => (await server().send('GET', path)).json;
  const idsOf = (results: Listed) => results.map(({ id }) => id);
  const lines = async (query: string): Promise<string[][]> =>
    parse(await get(`/v2/call/export?${query}`), { bom: true });

  it('turns pages that do not move when a call is added', async () => {
    const name = randomUUID();
    const made = [];
    for (const minute of [1, 2, 3]) {
      const createdAt = new Date(Date.UTC(2026, 1, 1, 0, minute));
      made.push(await store({ customer: { externalId: name.slice(0, 40) }, createdAt }));
    }
    const query = `/v2/call?externalId=${name}`;
    const first = await get(`${query}&limit=2`);
    for (const call of first.results) callSchema.parse(call);
    expect(idsOf(first.results)).toEqual([made[2], made[1]]);
    expect(first.metadata).toMatchObject({ itemsPerPage: 2, totalItems: 3, currentPage: 1 });
    await store({ customer: { externalId: name }, createdAt: new Date(Date.UTC(2026, 1, 2)) });
    const second = await get(`${query}&limit=2&cursor=${first.metadata.nextCursor}`);
    expect(idsOf(second.results)).toEqual([made[0]]);
    expect(second.metadata.nextCursor).toBeNull();
    expect(idsOf((await get(`${query}&limit=3&page=2`)).results)).toEqual([made[0]]);
    expect(idsOf((await get(`${query}&sortOrder=ASC&limit=1`)).results)).toEqual([made[0]]);
  });

  it('narrows by each filter', async () => {
    const assistantId = randomUUID();
    const phoneNumberId = randomUUID();
    const customer = {
      number: '+14155550199',
      email: 'a@b.example',
      name: 'Ada',
      sipUri: 'sip:ada@b.example',
      externalId: 'customer-9',
      extension: '12',
    };
    const row = { assistantId, phoneNumberId, customer, cost: 0.25 };
    const analysis = { successEvaluation: 'splendid' };
    const id = await store({ ...row, analysis, endedReason: 'silence-timed-out' });
    const other = await store({ cost: 7, customer: { name: 'Bea' } });
    const found = async (query: string) => idsOf((await get(`/v2/call?${query}`)).results);
    for (const query of [
      `id=${id}`,
      `idAny=${id}`,
      `idAny=${id}&idAny=${randomUUID()}`,
      `assistantId=${assistantId}`,
      `phoneNumberId=${phoneNumberId}`,
      'cost=0.25',
      'costGe=0.2&costLe=0.3',
      'successEvaluation=splendid',
      'endedReason=silence-timed-out',
      `number=${encodeURIComponent(customer.number)}`,
      'email=a@b.example',
      'name=Ada',
      'sipUri=sip:ada@b.example',
      'externalId=customer-9',
      'extension=12',
      `name=Ada&number=${encodeURIComponent(customer.number)}`,
    ])
      expect(await found(query), query).toEqual([id]);
    expect(await found('costGe=1')).toEqual([other]);
    expect(await found('name=Ada&costGe=1')).toEqual([]);
    expect(idsOf(await get(`/call?phoneNumberId=${phoneNumberId}`))).toEqual([id]);
  });

  it('lists metadata without what was said', async () => {
    const id = await store({ assistantOverrides: { firstMessage: 'Psst.' } });
    const { results, metadata } = await get(`/v2/call/metadata?id=${id}`);
    expect(callMetadataSchema.parse(results[0])).toMatchObject({
      id,
      endedReason: 'customer-ended-call',
      startedAt: '2026-01-01T00:00:00.000Z',
    });
    for (const field of ['messages', 'artifact', 'assistant', 'assistantOverrides', 'tokenId'])
      expect(results[0]).not.toHaveProperty(field);
    expect(metadata.totalItems).toBe(1);
  });

  it('exports every column, or those that are named in their order', async () => {
    const id = await store({
      customer: { name: 'Ada, "the" first', number: '+14155550123', extension: '7' },
      analysis: { summary: 'Two\nlines', successEvaluation: 'pass' },
      cost: 0.5,
    });
    const [header, line] = await lines(`id=${id}`);
    expect(header).toEqual([...CALL_EXPORT_COLUMNS]);
    const cells = Object.fromEntries(header?.map((name, at) => [name, line?.[at]]) ?? []);
    expect(cells).toMatchObject({
      id,
      type: 'webCall',
      duration: '90.5',
      cost: '0.5',
      customerExtension: '7',
      customerName: 'Ada, "the" first',
      summary: 'Two\nlines',
      successEvaluation: 'pass',
      startedAt: '2026-01-01T00:00:00.000Z',
      transcript: 'User: Hello.',
      squadId: '',
    });
    const chosen = await lines(`id=${id}&columns=cost&columns=id`);
    expect(chosen).toEqual([
      ['cost', 'id'],
      ['0.5', id],
    ]);
  });

  it('runs no formula in a spreadsheet', async () => {
    const id = await store({ customer: { name: '=HYPERLINK("http://x")' } });
    const [, line] = await lines(`id=${id}&columns=customerName`);
    expect(line?.[0]?.startsWith("'=")).toBe(true);
  });

  it('exports more than a page, and a page where one is asked for', async () => {
    const assistantId = randomUUID();
    const rows = Array.from({ length: 1_201 }, (_, index) => index);
    const createdAt = (index: number) => new Date(Date.UTC(2026, 2, 1) + (index >> 1));
    await storeCallsWithoutLines(
      database().db,
      server().orgId,
      rows.map((index) => ({ assistantId, createdAt: createdAt(index) })),
    );
    const all = await lines(`assistantId=${assistantId}&columns=id`);
    expect(all).toHaveLength(rows.length + 1);
    expect(new Set(all.flat()).size).toBe(rows.length + 1);
    const ascending = await lines(`assistantId=${assistantId}&columns=id&sortOrder=ASC`);
    expect(ascending.slice(1)).toEqual(all.slice(1).reverse());
    const second = await lines(`assistantId=${assistantId}&columns=id&limit=600&page=2`);
    expect(second.slice(1)).toEqual(all.slice(601, 1_201));
  });

  it('answers a file, at once also where published clients would wait', async () => {
    const answer = await server().send('GET', '/v2/call/export?async=true&limit=1');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      ...[200, 'text/csv; charset=utf-8'],
    ]);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="calls-.*csv"$/,
    );
  });

  it('shows nothing of another org, in lists, counts or exports', async () => {
    const orgId = randomUUID();
    const now = new Date();
    await database()
      .db.insert(orgTable)
      .values({ id: orgId, name: 'Other', createdAt: now, updatedAt: now });
    const id = await storeCall(database().db, orgId, { endedReason: 'manually-canceled' });
    for (const filter of [`id=${id}`, `idAny=${id}`, 'endedReason=manually-canceled']) {
      for (const list of ['/v2/call', '/v2/call/metadata'])
        expect((await get(`${list}?${filter}`)).metadata.totalItems, filter).toBe(0);
      expect(await lines(`${filter}&columns=id`)).toEqual([['id']]);
    }
    expect(await get(`/call?id=${id}`)).toEqual([]);
  });

  it.each([
    ['/v2/call?limit=1001', 'limit'],
    ['/v2/call?page=0', 'page'],
    ['/v2/call?idAny=x', 'idAny'],
    ['/v2/call?costGe=much', 'costGe'],
    ['/v2/call?createdAtGt=yesterday', 'createdAtGt'],
    ['/v2/call?cursor=AAAA', 'cursor'],
    ['/v2/call?successEvaluation=%00', 'successEvaluation'],
    ['/v2/call/metadata?assistantId=x', 'assistantId'],
    ['/v2/call/export?columns=secrets', 'columns'],
    ['/v2/call/export?async=maybe', 'async'],
  ])('GET %s is refused and names %s', async (path, field) => {
    const answer = await server().send('GET', path);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it.each([
    '/v2/call?createdAtGt=0000-01-01T00:00:00Z',
    `/v2/call?cursor=${Buffer.from(`0000-01-01T00:00:00.000Z ${randomUUID()}`).toString('base64url')}`,
  ])('counts no year 0: GET %s', async (path) => {
    expect((await server().send('GET', path)).status).toBe(400);
  });

  it('takes a cursor that nobody made for an error of the caller', async () => {
    const cursor = Buffer.from(`2026-01-01T00:00:00.000Z ${'-'.repeat(36)}`).toString('base64url');
    expect((await server().send('GET', `/v2/call?cursor=${cursor}`)).status).toBe(400);
  });

  const paths = ['/v2/call', '/v2/call/metadata', '/v2/call/export'];
  it.each(paths)('GET %s needs a private key', async (path) => {
    expect((await server().send('GET', path, { key: null })).status).toBe(401);
    const open = await server().send('GET', path, { key: server().publicKey });
    expect([open.status, open.json.code]).toEqual([403, 'forbidden']);
  });

  it.each(paths)('GET %s is open to a viewer', async (path) => {
    const key = await server().addToken({ kind: 'private', name: 'reader', role: 'viewer' });
    expect((await server().send('GET', path, { key })).status).toBe(200);
  });
});
