import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PersonExport, personExportSchema } from '@kindling/protocol';
import { getTableColumns } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { storeCall } from '../../../testing/calls/stored-call.ts';
import { storeRecording } from '../../../testing/calls/stored-recording.ts';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { createBookingClient } from '../../../testing/requests/booking-client.ts';
import { uploadText } from '../../../testing/requests/upload-text.ts';
import { chatTable, logTable } from '../../platform/database/platform-tables.ts';
import { callTable } from '../../platform/database/schema.ts';

const ADA = { number: '+14155550142', email: 'ada@school.example', externalId: 'pupil-ada' };

describeWithServer('exporting everything about a person', (server, database) => {
  const db = () => database().db;
  const ask = (body: unknown, key?: string | null) =>
    server().send('POST', '/person/export', { body, ...(key === undefined ? {} : { key }) });
  const exported = async (body: unknown): Promise<PersonExport> => {
    const answer = await ask(body);
    expect([answer.status, answer.json.message]).toEqual([200, undefined]);
    return personExportSchema.strict().parse(answer.json);
  };
  const call = (row: Parameters<typeof storeCall>[2] = {}) => storeCall(db(), server().orgId, row);

  beforeEach(async () => {
    await server().logs.flush();
    for (const table of [callTable, chatTable, logTable]) await db().delete(table);
  });

  it('finds calls by each address and by id, and those of no other, with all that they hold', async () => {
    const customer = { number: ADA.number, name: 'Ada' };
    const full = await call({ customer, metadata: { class: '4b' } });
    const byId = await call();
    await call({ customer: { number: '+14155550143' } });
    const byReference = await call();
    const who = { ...ADA, callIds: [byId], references: [byReference] };
    const { found, person } = await exported(who);
    expect(person).toEqual(who);
    const ids = [full, byId, byReference];
    expect(found.calls.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const one = found.calls.find(({ id }) => id === full);
    expect(one).toEqual((await server().send('GET', `/call/${full}`)).json);
    // What a call is, beside where it is held and whom it counts for while it goes on.
    const inner = ['tokenId', 'nodeId', 'epoch', 'roomName', 'hasSlot', 'visitorHash'];
    const columns = Object.keys(getTableColumns(callTable)).filter((name) => !inner.includes(name));
    expect(Object.keys(one ?? {})).toEqual(expect.arrayContaining(columns));
  });

  it('is one document, however much there is', async () => {
    const ids: string[] = [];
    for (let day = 1; day <= 28; day += 1) {
      const createdAt = new Date(Date.UTC(2026, 1, day));
      ids.push(await call({ customer: { externalId: ADA.externalId }, createdAt }));
      ids.push(await call({ customer: { externalId: ADA.externalId }, createdAt }));
    }
    const { found } = await exported({ externalId: ADA.externalId });
    expect(found.calls.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const times = found.calls.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
  });

  it('links to what was recorded', async () => {
    const callId = await call({ customer: { email: ADA.email } });
    const file = { name: 'recording.mp4', size: 5 };
    const id = await storeRecording(db(), server().orgId, { callId, file });
    const track = { sessionId: 'ada', userName: 'Ada', track: 'audio', media: 'audio' as const };
    const tracks = ['1-audio.webm', '2-audio.webm'].map((name) => ({
      ...track,
      name,
      offset: 0,
      end: 1,
      size: 5,
    }));
    const raw = { callId, type: 'raw-tracks', tracks } as const;
    const rawId = await storeRecording(db(), server().orgId, raw);
    await storeRecording(db(), server().orgId, { callId, status: 'recording' });
    const folder = join(server().blobFolder, 'recordings', id);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file.name), 'sound');
    const { recordings } = (await exported({ email: ADA.email })).found;
    const namesOf = (recording: string) =>
      recordings.find((one) => one.id === recording)?.downloads.map(({ name }) => name);
    expect(recordings).toHaveLength(3);
    expect([namesOf(id), namesOf(rawId)]).toEqual([[file.name], tracks.map(({ name }) => name)]);
    const [download] = recordings.find((one) => one.id === id)?.downloads ?? [];
    const { pathname, search, origin } = new URL(download?.downloadLink ?? '');
    expect(origin).toBe('http://localhost');
    expect(await (await server().fetch(pathname + search)).text()).toBe('sound');
    const lasts = Date.parse(download?.expiresAt ?? '') - server().clock.now();
    expect(lasts).toBeGreaterThan(86_390_000);
    expect(lasts).toBeLessThanOrEqual(86_400_000);
  });

  it('holds no secret of the organisation’s servers', async () => {
    const secret = 'only-we-know';
    const assistant = { name: 'Desk', server: { url: 'https://tools.example', secret } };
    await call({ customer: { email: ADA.email }, assistant });
    const { found } = await exported({ email: ADA.email });
    expect(found.calls[0]?.assistant).toMatchObject({ name: 'Desk' });
    expect(JSON.stringify(found)).not.toContain(secret);
  });

  it('holds the mails of a booking, and no link that changes it', async () => {
    const booking = createBookingClient(server, database);
    const [startsAt = ''] = await booking.starts('2026-01-06');
    const { json } = await booking.send('POST', '/bookings', {
      headers: { 'Idempotency-Key': randomUUID() },
      body: { startsAt, timeZone: 'Europe/London', name: 'Ada', email: ADA.email },
    });
    const { found } = await exported({ email: ADA.email });
    expect(found.bookings.map(({ id }) => id)).toEqual([json.id]);
    const text = JSON.stringify(found.mails);
    expect(text).toContain(`/scheduling/booking/${json.id}#(hidden)`);
    expect(JSON.stringify(found)).not.toContain(json.manageToken);
  });

  it('names what else speaks of them, why it is left out, and what shows it', async () => {
    const mine = await call({ customer: { email: ADA.email }, name: ADA.email });
    const said = { messages: [], transcript: `User: write to ${ADA.email}.` };
    const spoken = await call({ artifact: said });
    const uploaded = await uploadText(server(), { text: `Ask ${ADA.email}.`, name: 'people.txt' });
    const { assistantId, parts } = server();
    parts.model.otherwise('I see.');
    const talk = { assistantId, input: `Is ${ADA.email} there?` };
    const own = (await server().send('POST', '/chat', { body: { ...talk, customer: ADA } })).json;
    const theirs = (await server().send('POST', '/chat', { body: talk })).json;
    const { found, mentionedIn, leftOut } = await exported({ email: ADA.email });
    expect([found.calls.map(({ id }) => id), mentionedIn]).toEqual([[mine], [spoken]]);
    const chats = found.chats.map(({ id }) => id);
    expect([chats, leftOut]).toEqual([
      [own.id],
      expect.arrayContaining([
        expect.objectContaining({ kind: 'chat', ids: [theirs.id], read: 'GET /chat/{id}' }),
        expect.objectContaining({
          kind: 'file',
          ids: [uploaded.json.id],
          read: 'GET /file/{id}/content',
        }),
      ]),
    ]);
    for (const { why } of leftOut) expect(why).not.toMatch(/delete|look/i);
  });

  it('is kept in the log: who did, and nothing of whom', async () => {
    await call({ customer: ADA });
    const key = await server().addToken({ kind: 'private', name: 'officer', role: 'admin' });
    const tokens = (await server().send('GET', '/token')).json;
    const { id } = tokens.find((token: { name: string }) => token.name === 'officer');
    expect((await ask(ADA, key)).status).toBe(200);
    const { results } = (await server().send('GET', '/logs?resource=person')).json;
    expect(results).toMatchObject([
      {
        requestHttpMethod: 'POST',
        requestPath: '/person/export',
        responseHttpCode: 200,
        tokenId: id,
        message: 'What was said was read.',
      },
    ]);
    for (const trace of Object.values(ADA)) expect(JSON.stringify(results)).not.toContain(trace);
  });

  it('is an answer that nobody keeps, and a file where it is saved', async () => {
    const { headers } = await ask(ADA);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="person-[\d-]+\.json"$/,
    );
  });

  it.each([
    [{}, ''],
    [{ name: 'Ada' }, 'name'],
    [{ callIds: ['x'] }, 'callIds.0'],
  ])('refuses %j', async (body, field) => {
    const answer = await ask(body);
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
  });

  it('is for administrators', async () => {
    expect((await ask(ADA, null)).status).toBe(401);
    const editor = await server().addToken({ kind: 'private', name: 'editor', role: 'editor' });
    for (const key of [editor, server().publicKey])
      expect((await ask(ADA, key)).json.code).toBe('forbidden');
  });

  it('is limited, organisation by organisation', async () => {
    let answer = await ask(ADA);
    for (let again = 0; again < 20; again += 1) answer = await ask(ADA);
    expect([answer.status, answer.json.code]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await server().send('POST', '/org', { body: { name: 'Another school' } });
    expect((await ask(ADA, other.json.privateKey)).status).toBe(200);
  });
});
