import { randomUUID } from 'node:crypto';
import { campaignSchema, pageOf } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { newestFirst } from '../../../testing/requests/newest-first.ts';
import { phoneNumberTable } from '../../platform/database/platform-tables.ts';

const NUMBER = '+14155550100';

describeWithServer('campaigns', (server, database) => {
  const phoneNumber = async () => {
    const now = new Date();
    const row = { id: randomUUID(), orgId: server().orgId, createdAt: now, updatedAt: now };
    await database()
      .db.insert(phoneNumberTable)
      .values({ ...row, body: {} });
    return row.id;
  };
  const form = async (fields: Record<string, unknown> = {}) => ({
    name: 'Open day',
    assistantId: server().assistantId,
    phoneNumberId: await phoneNumber(),
    customers: [{ number: NUMBER, name: 'Ada' }, { sipUri: 'sip:bea@school.example' }],
    ...fields,
  });
  const create = async (fields: Record<string, unknown> = {}) =>
    server().send('POST', '/campaign', { body: await form(fields) });
  const at = (ms: number) => new Date(server().clock.now() + ms).toISOString();
  const planned = { schedulePlan: { earliestAt: '2026-03-01T09:00:00.000Z' } };
  const work = async () => {
    server().jobs.start();
    await server().jobs.settled();
  };

  it('plans calls for later and shows each as scheduled', async () => {
    const answer = await create(planned);
    expect(answer.status).toBe(201);
    const campaign = campaignSchema.parse(answer.json);
    expect(campaign).toMatchObject({
      name: 'Open day',
      status: 'scheduled',
      ...planned,
      customers: [{ number: NUMBER, name: 'Ada' }, { sipUri: 'sip:bea@school.example' }],
      callsCounterScheduled: 2,
      callsCounterEnded: 0,
    });
    expect(Object.values(campaign.calls).map(({ status }) => status)).toEqual([
      'scheduled',
      'scheduled',
    ]);
    expect((await server().send('GET', `/campaign/${campaign.id}`)).json).toEqual(answer.json);
  });

  it('says of every customer that nobody can be called without telephony', async () => {
    const { id, status } = (await create()).json;
    expect(status).toBe('in-progress');
    await work();
    const { json } = await server().send('GET', `/campaign/${id}`);
    expect(campaignSchema.parse(json)).toMatchObject({
      status: 'ended',
      endedReason: 'kindling.campaign.no-call-placed',
      callsCounterFailed: 2,
    });
    for (const call of Object.values(campaignSchema.parse(json).calls))
      expect(call.reason).toMatch(/^No telephony/);
  });

  it('begins at its time, also when that is brought forward', async () => {
    const { id } = (await create({ schedulePlan: { earliestAt: at(3_600_000) } })).json;
    await work();
    const read = async () => (await server().send('GET', `/campaign/${id}`)).json;
    expect((await read()).status).toBe('scheduled');
    const body = { schedulePlan: { earliestAt: at(60_000) } };
    expect((await server().send('PATCH', `/campaign/${id}`, { body })).status).toBe(200);
    await server().jobs.settled();
    server().clock.advance(59_000);
    await server().jobs.settled();
    expect((await read()).status).toBe('scheduled');
    server().clock.advance(1_001);
    await server().jobs.settled();
    expect((await read()).status).toBe('ended');
  });

  it('ends one that has not begun, and calls nobody then', async () => {
    const { id } = (await create(planned)).json;
    const ended = await server().send('PATCH', `/campaign/${id}`, { body: { status: 'ended' } });
    expect(ended.json).toMatchObject({
      status: 'ended',
      endedReason: 'campaign.scheduled.ended-by-user',
      callsCounterScheduled: 0,
      callsCounterCancelled: 2,
    });
    const again = await server().send('PATCH', `/campaign/${id}`, { body: { status: 'ended' } });
    expect(again.json.endedReason).toBe('campaign.scheduled.ended-by-user');
  });

  it('keeps the plan of one that has begun; its name may change', async () => {
    const { id } = (await create()).json;
    const { assistantId } = server();
    const plan = await server().send('PATCH', `/campaign/${id}`, { body: { assistantId } });
    expect([plan.status, plan.json.fields[0].path]).toEqual([409, 'assistantId']);
    const name = await server().send('PATCH', `/campaign/${id}`, { body: { name: 'Renamed' } });
    expect([name.status, name.json.name]).toEqual([200, 'Renamed']);
    const tag = { headers: { 'If-Match': '"2026-01-01T00:00:00.000Z"' } };
    const stale = await server().send('PATCH', `/campaign/${id}`, { body: { name: 'x' }, ...tag });
    expect(stale.status).toBe(412);
  });

  it('lists, narrows and pages', async () => {
    const made = [(await create(planned)).json, (await create(planned)).json];
    const [second, first] = made.toSorted(newestFirst);
    const all = await server().send('GET', '/campaign?limit=2');
    expect(all.json).toEqual([second, first]);
    const page = await server().send('GET', '/campaign/paginated?limit=1&status=scheduled');
    expect(pageOf(campaignSchema).parse(page.json).results).toEqual([second]);
    const { nextCursor, totalItems } = page.json.metadata;
    expect(totalItems).toBeGreaterThanOrEqual(2);
    const next = await server().send('GET', `/campaign/paginated?limit=1&cursor=${nextCursor}`);
    expect(next.json.results).toEqual([first]);
    const one = await server().send('GET', `/campaign/paginated?id=${first.id}`);
    expect(one.json.results).toEqual([first]);
  });

  it('deletes', async () => {
    const { json } = await create(planned);
    const answer = await server().send('DELETE', `/campaign/${json.id}`);
    expect([answer.status, answer.json]).toEqual([200, json]);
    expect((await server().send('GET', `/campaign/${json.id}`)).status).toBe(404);
    await work();
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ customers: [] }, 'customers'],
    [{ customers: [{ name: 'Ada' }] }, 'customers.0.number'],
    [{ customers: [{ number: '0555' }] }, 'customers.0.number'],
    [{ assistantId: undefined }, 'assistantId'],
    [{ workflowId: randomUUID() }, 'assistantId'],
    [{ assistantId: randomUUID() }, 'assistantId'],
    [{ phoneNumberId: randomUUID() }, 'phoneNumberId'],
    [{ phoneNumberId: undefined }, 'phoneNumberId'],
    [{ schedulePlan: { earliestAt: 'soon' } }, 'schedulePlan.earliestAt'],
    [
      { schedulePlan: { earliestAt: '2026-03-01T09:00:00Z', latestAt: '2026-03-01T08:00:00Z' } },
      'schedulePlan.latestAt',
    ],
  ])('refuses %j and names the field', async (fields, path) => {
    const answer = await create(fields);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, path]);
  });

  it.each([[{}], [{ status: 'in-progress' }], [{ customers: [] }]])(
    'refuses the change %j',
    async (body) => {
      const { id } = (await create(planned)).json;
      expect((await server().send('PATCH', `/campaign/${id}`, { body })).status).toBe(400);
    },
  );

  const rows = [
    ['POST', '/campaign'],
    ['GET', '/campaign'],
    ['GET', '/campaign/paginated'],
    ['GET', `/campaign/${randomUUID()}`],
    ['PATCH', `/campaign/${randomUUID()}`],
    ['DELETE', `/campaign/${randomUUID()}`],
  ] as const;
  it.each(rows)('%s %s needs a key, and not a public one', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
  });
  it.each(rows.slice(3))('%s %s answers 404 for what is missing', async (method, path) => {
    const body = method === 'PATCH' ? { body: { name: 'x' } } : {};
    expect((await server().send(method, path, body)).status).toBe(404);
  });
});
