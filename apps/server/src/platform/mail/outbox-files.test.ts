import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MailMessage } from '../database/schema.ts';
import { composeMail } from './compose-mail.ts';
import { createOutboxFiles } from './outbox-files.ts';
import { createOutboxTransport } from './outbox-transport.ts';

const ADA = 'ada@school.example';
const at = new Date(Date.UTC(2026, 0, 1));
const from = { name: 'Kindling', address: 'hello@kindling.example' };
const us = { name: 'Us', address: 'us@kindling.example' };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindling-outbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(message: Partial<MailMessage>): Promise<string> {
  const transport = createOutboxTransport(folder);
  const id = randomUUID();
  const row = { id, createdAt: at, message: { to: us, subject: 'x', text: 'y', ...message } };
  await transport.deliver(composeMail(row, from), new AbortController().signal);
  transport.close();
  return id;
}

const left = async () => (await readdir(folder)).map((name) => name.slice(-40, -4));

const padding = 'é'.repeat(70);
it.each<[string, Partial<MailMessage>]>([
  ['its address', { to: { name: 'Ada', address: 'ADA@school.example' } }],
  ['who is answered', { replyTo: { name: 'Ada', address: ADA } }],
  ['a text', { text: `Write to ${ADA}.` }],
  ['a line that is broken in the middle', { text: `${'x'.repeat(70)}${ADA} é` }],
  ['a text of other letters, which is base64', { text: `${padding} ${ADA}` }],
  ['a folded line of a calendar', calendar(`ATTENDEE:mailto:ada@sch\r\n ool.example`)],
])('finds a person in %s', async (_, message) => {
  await write(message);
  const other = await write({ text: 'Somebody else: bea@school.example' });
  const files = createOutboxFiles(folder);
  const [found = '', ...more] = await files.findAbout([ADA]);
  expect(more).toEqual([]);
  await files.remove(found);
  expect(await left()).toEqual([other]);
  expect(await files.read(found)).toBeNull();
});

function calendar(line: string): Partial<MailMessage> {
  return { calendar: { method: 'REQUEST', content: `BEGIN:VCALENDAR\r\n${line}\r\n` } };
}

it('reads a mail as it was composed', async () => {
  const message: MailMessage = {
    to: { name: 'Ada Ö', address: ADA },
    replyTo: us,
    subject: 'Größe',
    text: `${padding} ${ADA}\n`,
    html: '<p>Größe</p>',
    ...calendar('ATTENDEE:mailto:ada@sch\r\n ool.example'),
  };
  await write(message);
  const files = createOutboxFiles(folder);
  const [name = ''] = await files.findAbout([ADA]);
  const read = await files.read(name);
  expect(read?.calendar?.content.replaceAll(/\r?\n/g, '\n')).toBe(
    message.calendar?.content.replaceAll('\r\n', '\n'),
  );
  expect({ ...read, html: read?.html?.trimEnd(), calendar: message.calendar }).toEqual(message);
});

it('reads what there is of one that a crash left', async () => {
  const id = await write({ to: { name: '', address: ADA }, text: 'The beginning. '.repeat(99) });
  const [name = ''] = await readdir(folder);
  const half = (await readFile(join(folder, name))).subarray(0, 700);
  await writeFile(join(folder, `.${name}.part`), half);
  await rm(join(folder, name));
  const files = createOutboxFiles(folder);
  expect(await files.findAbout([ADA])).toEqual([`.${name}.part`]);
  const read = await files.read(`.${name}.part`);
  expect(read).toMatchObject({ to: { address: ADA }, subject: 'x' });
  expect(read?.text).toContain('The beginning.');
  expect(name).toContain(id);
});

it('deletes what was written before a moment', async () => {
  const old = await write({});
  const [name = ''] = await readdir(folder);
  await utimes(join(folder, name), at, at);
  const recent = await write({});
  const files = createOutboxFiles(folder);
  expect(await files.removeOlder(at)).toBe(0);
  expect(await left()).toContain(old);
  expect(await files.removeOlder(new Date(at.getTime() + 1))).toBe(1);
  expect(await left()).toEqual([recent]);
});

it('finds nothing where there is no folder', async () => {
  const files = createOutboxFiles(join(folder, 'none'));
  expect([await files.findAbout([ADA]), await files.removeOlder(new Date())]).toEqual([[], 0]);
});
