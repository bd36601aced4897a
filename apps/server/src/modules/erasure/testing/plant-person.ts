import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PersonRecordKind } from '@kindling/protocol';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { storeCall } from '../../../../testing/calls/stored-call.ts';
import { storeRecording } from '../../../../testing/calls/stored-recording.ts';
import type { TestServer } from '../../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';
import { jobTable } from '../../../platform/database/platform-tables.ts';
import { bookingTable, mailTable } from '../../../platform/database/schema.ts';
import { composeMail } from '../../../platform/mail/compose-mail.ts';
import { createOutboxTransport } from '../../../platform/mail/outbox-transport.ts';

/** A person with nothing that anybody else has. */
export interface PlantedPerson {
  readonly email: string;
  readonly number: string;
  /** As people write it. */
  readonly writtenNumber: string;
  readonly externalId: string;
  readonly name: string;
  /** What they say; a mark of each place begins with it. */
  readonly words: string;
}

/** Where it is planted; the outbox and the recordings are below `folder`. */
export interface Ground {
  readonly server: TestServer;
  readonly database: OpenDatabase;
  readonly folder: string;
  /** Of the organisation whose person it is. */
  readonly orgId: string;
  readonly key: string;
  readonly assistantId: string;
}

/** What stands in one place alone. */
export const markOf = ({ words }: PlantedPerson, place: string) => `${words}-in-${place}`;

/** What is found of a planted person, kind by kind. */
export const marksOf = (person: PlantedPerson): Record<PersonRecordKind, readonly string[]> => {
  const marks = (...places: string[]) => places.map((place) => markOf(person, place));
  return {
    calls: marks('line', 'summary', 'transcript', 'metadata'),
    recordings: marks('room'),
    chats: marks('chat'),
    sessions: marks('session'),
    campaignCustomers: marks('customer'),
    logs: marks('query'),
    supportTickets: marks('ticket'),
    invitations: [person.email],
    traces: marks('chat', 'job', 'key'),
    leads: [person.email.toUpperCase()],
    contactRequests: marks('form'),
    bookings: marks('note'),
    mails: marks('ticket'),
  };
};

/** By the doors that people use, as far as there are some. Answers the call that goes on. */
export async function plantPerson(ground: Ground, person: PlantedPerson): Promise<string> {
  const post = postTo(ground);
  const liveCallId = await plantConversations(ground, person, post);
  await plantCampaign(ground, person, post);
  await plantAccount(ground, person, post);
  await ground.server.logs.flush();
  return liveCallId;
}

type Post = ReturnType<typeof postTo>;

function postTo({ server, key }: Ground) {
  return async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await server.send('POST', path, { body, headers, key });
    expect([path, answer.status, answer.json.message]).toEqual([path, answer.status, undefined]);
    return answer.json;
  };
}

const keyed = () => ({ 'Idempotency-Key': randomUUID() });

export const customerOf = ({ email, number, name, externalId }: PlantedPerson) => ({
  email,
  number,
  name,
  externalId,
});

async function plantConversations(ground: Ground, person: PlantedPerson, post: Post) {
  const { database, folder, orgId, assistantId } = ground;
  const { db } = database;
  const customer = customerOf(person);
  const name = markOf(person, 'session');
  const session = await post('/session', { assistantId, customer, name }, keyed());
  await post('/chat', { sessionId: session.id, input: markOf(person, 'chat') }, keyed());
  const live = await post('/call/web', { assistantId, customer }, keyed());
  const times = { time: 0, endTime: 1, secondsFromStart: 0 };
  const callId = await storeCall(db, orgId, {
    customer,
    sessionId: session.id,
    name: person.name,
    metadata: { pupil: person.externalId, note: markOf(person, 'metadata') },
    messages: [{ role: 'user', message: markOf(person, 'line'), ...times }],
    artifact: { messages: [], transcript: `User: ${markOf(person, 'transcript')}` },
    analysis: { summary: markOf(person, 'summary'), structuredData: { name: person.name } },
  });
  const recordingId = await storeRecording(db, orgId, {
    callId,
    roomName: markOf(person, 'room'),
    file: { name: 'sound', size: 7 },
  });
  await mkdir(join(folder, 'blobs/recordings', recordingId), { recursive: true });
  await writeFile(join(folder, 'blobs/recordings', recordingId, 'sound'), person.words);
  const row = () => ({ id: randomUUID(), orgId, createdAt: new Date() });
  await db.insert(jobTable).values([
    // A report that waits, and one of the same that failed and says whom it was about.
    { ...row(), kind: 'webhook', dueAt: new Date(), payload: { callId, message: { customer } } },
    {
      ...row(),
      kind: 'call-analysis',
      dueAt: new Date(),
      payload: { callId, systemPrompt: `You talk with ${person.name}: ${markOf(person, 'job')}` },
    },
    {
      ...row(),
      kind: 'webhook',
      finishedAt: new Date(),
      payload: {},
      lastError: `${person.email} is not known here`,
    },
  ]);
  return live.id as string;
}

async function plantCampaign(ground: Ground, person: PlantedPerson, post: Post): Promise<void> {
  const { server, assistantId, key } = ground;
  const sipUri = `sip:desk-${randomUUID()}@kindling.example`;
  const phone = await post('/phone-number', { provider: 'vapi', sipUri });
  const customer = { ...customerOf(person), name: markOf(person, 'customer') };
  await post(
    '/campaign',
    {
      name: 'Invite',
      assistantId,
      phoneNumberId: phone.id,
      customers: [customer, { number: '+14155550199' }],
    },
    keyed(),
  );
  // What asked for them, and is in the log as it was asked.
  const asked = (query: Record<string, string>) => new URLSearchParams(query).toString();
  const number = asked({ number: person.number });
  await server.send('DELETE', `/call/${randomUUID()}?${number}`, { key });
  const email = asked({ email: person.email, words: markOf(person, 'query') });
  await server.send('DELETE', `/chat/${randomUUID()}?${email}`, { key });
}

async function plantAccount(ground: Ground, person: PlantedPerson, post: Post): Promise<void> {
  const { server, orgId } = ground;
  await post('/support/ticket', {
    category: 'bug-report',
    bugSubcategory: 'latency',
    subject: `Calls of ${person.name}`,
    message: `Calls with ${person.email} are slow: ${markOf(person, 'ticket')}.`,
  });
  await post(`/org/${orgId}/invite`, { emails: [person.email], role: 'viewer' });
  const name = `${person.email} ${markOf(person, 'key')}`;
  const old = await server.tokens.create({ orgId, kind: 'private', name });
  await server.tokens.revoke(old.token.id);
}

/** What they left on the website, `day` by day as two bookings cannot be at the same time. */
export async function plantVisit(ground: Ground, person: PlantedPerson, day = 5): Promise<void> {
  const { db } = ground.database;
  await postTo(ground)('/contact-requests', {
    fullName: person.name,
    email: `${day}@elsewhere.example`,
    phoneNumber: person.writtenNumber,
    institution: 'School',
    numberOfStudents: '1',
    serviceOfInterest: 'AI tutor',
    problemDescription: `I write again: ${markOf(person, 'form')}.`,
  });
  const email = person.email.toUpperCase();
  await db.execute(sql`insert into subscriptions (email, source) values (${email}, 'footer')`);
  const at = new Date(Date.UTC(2026, 0, day, 15));
  const until = new Date(at.getTime() + 1_800_000);
  const unsaid = { institution: '', serviceOfInterest: '', note: markOf(person, 'note') };
  await db.insert(bookingTable).values({
    id: randomUUID(),
    hostId: 1,
    status: 'confirmed',
    startsAt: at,
    endsAt: until,
    blockedFrom: at,
    blockedUntil: until,
    hostDate: '2026-01-05',
    hostTimeZone: 'UTC',
    timeZone: 'UTC',
    details: { name: person.name, email: person.email, ...unsaid },
    manageTokenHash: randomUUID(),
    idempotencyKey: randomUUID(),
    requestHash: 'x',
    createdAt: at,
    updatedAt: at,
  });
}

/** What was mailed until now, written into the outbox. */
export async function writeOutbox({ database, folder }: Ground): Promise<void> {
  const mails = await database.db.select().from(mailTable);
  expect(mails.length).toBeGreaterThan(2);
  const transport = createOutboxTransport(join(folder, 'outbox'));
  const from = { name: 'Kindling', address: 'hello@kindling.example' };
  for (const mail of mails)
    await transport.deliver(composeMail(mail, from), new AbortController().signal);
  transport.close();
}
