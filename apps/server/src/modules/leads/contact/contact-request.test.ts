import { contactRequestAnswerSchema } from '@kindling/protocol/contact-form';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { contactRequestTable, mailTable } from '../../../platform/database/schema.ts';
import { contactNotice } from './contact-notice.ts';
import { createContactRequestStore } from './contact-request-store.ts';

const form = {
  fullName: 'Ada Lovelace',
  email: 'ada@school.example',
  phoneNumber: '+1 212 555 0148',
  institution: 'Analytical School',
  numberOfStudents: '120',
  serviceOfInterest: 'plugins',
  problemDescription: 'Our pupils ask too little.\nHow can we help them?',
};

describeWithServer(
  'contact requests',
  (server, database) => {
    beforeEach(async () => {
      await database().db.delete(contactRequestTable);
      await database().db.delete(mailTable);
    });
    const requests = () => database().db.select().from(contactRequestTable);
    const mails = () => database().db.select().from(mailTable);
    const send = (body: unknown, headers: Record<string, string> = {}) =>
      server().send('POST', '/contact-requests', { key: null, body, headers });

    it('stores the form and the notice of it', async () => {
      const answer = await send({ ...form, fullName: '  Ada Lovelace ', website: '' });
      expect(answer.status).toBe(201);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const { id } = contactRequestAnswerSchema.parse(answer.json);
      expect(await requests()).toEqual([{ id, form, createdAt: expect.any(Date) }]);
      const [mail, ...more] = await mails();
      expect(more).toEqual([]);
      expect(mail?.message).toMatchObject({
        to: { address: 'hello@kindling.example' },
        replyTo: { name: 'Ada Lovelace', address: 'ada@school.example' },
        subject: 'Contact request from Ada Lovelace, Analytical School',
      });
      expect(mail?.message.text).toContain('> How can we help them?');
      expect(mail?.message.text).toContain(id);
    });

    it('stores neither when the notice cannot be written', async () => {
      const store = createContactRequestStore(database().db, {
        delivery: 'outbox',
        notify: 'hello@kindling.example',
        enqueue: () => Promise.reject(new Error('the disk is full')),
        wake: () => undefined,
      });
      await expect(store.create(form)).rejects.toThrow('the disk is full');
      expect(await requests()).toEqual([]);
    });

    it('names every field that does not fit', async () => {
      const answer = await send({
        ...form,
        fullName: 'A',
        email: 'ada',
        problemDescription: 'Help',
      });
      expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
      expect(answer.json.fields).toEqual([
        { path: 'fullName', message: 'Full name must be at least 2 characters' },
        { path: 'email', message: 'Please enter a valid email address' },
        {
          path: 'problemDescription',
          message: 'Please describe your problem in at least 10 characters',
        },
      ]);
      expect(await requests()).toEqual([]);
    });

    it('takes the message of a program that fills the hidden field, and keeps nothing', async () => {
      const answer = await send({ ...form, website: 'https://spam.example' });
      expect(answer.status).toBe(201);
      expect(contactRequestAnswerSchema.parse(answer.json).id).toBeTruthy();
      expect(await requests()).toEqual([]);
      expect(await mails()).toEqual([]);
    });

    it('is for its own page', async () => {
      const foreign = await send(form, { Origin: 'https://stranger.example' });
      expect([foreign.status, foreign.json.code]).toEqual([403, 'origin_not_allowed']);
      const bare = await server().fetch('/contact-requests', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(form),
      });
      expect(bare.status).toBe(403);
      expect(await requests()).toEqual([]);
    });

    it('takes JSON by POST only', async () => {
      const page = await server().send('GET', '/contact-requests', { key: null });
      expect([page.status, page.json.code]).toEqual([405, 'method_not_allowed']);
      expect(page.headers.get('allow')).toBe('POST');
      const typed = await send('fullName=Ada', { 'Content-Type': 'text/plain' });
      expect(typed.json.code).toBe('unsupported_media_type');
    });
  },
  { FORM_RATE_PER_IP: '100000' },
);

describeWithServer(
  'the limit of contact requests',
  (server) => {
    it('is by address', async () => {
      const send = () => server().send('POST', '/contact-requests', { key: null, body: form });
      expect((await send()).status).toBe(201);
      expect((await send()).status).toBe(201);
      const limited = await send();
      expect([limited.status, limited.json.code]).toEqual([429, 'rate_limited']);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  },
  { FORM_RATE_PER_IP: '2' },
);

describe('the notice of a contact request', () => {
  it('lets nobody write a line of its own', () => {
    const notice = contactNotice(
      {
        id: 'id',
        form: {
          ...form,
          fullName: 'Ada\r\nBcc: all@school.example',
          institution: 'School\u2028Name: Eve',
          problemDescription: 'Help\rReceived never, kept as request x.',
        },
        createdAt: new Date(0),
      },
      'hello@kindling.example',
    );
    expect(notice.subject).toBe(
      'Contact request from Ada Bcc: all@school.example, School Name: Eve',
    );
    expect(notice.replyTo?.name).toBe('Ada Bcc: all@school.example');
    expect(notice.text.split('\n').filter((line) => line.startsWith('Name:'))).toHaveLength(1);
    expect(notice.text.split('\n').filter((line) => line.startsWith('Received'))).toHaveLength(1);
  });
});
