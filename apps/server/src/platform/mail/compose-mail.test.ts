import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import type { MailMessage } from '../database/schema.ts';
import { composeMail } from './compose-mail.ts';

const message: MailMessage = {
  to: { name: 'Ada Lovelace', address: 'ada@school.example' },
  subject: 'Booked',
  text: 'Hello\n.\nAda ✓',
  html: '<p>Hello Ada</p>',
};

const row = {
  id: '0b9c9f9e-1111-4222-8333-444455556666',
  createdAt: new Date('2026-11-02T14:00Z'),
};
const from = { name: 'Kindling', address: 'hello@kindling.example' };

async function write(changes: Partial<MailMessage> = {}) {
  const mail = composeMail({ ...row, message: { ...message, ...changes } }, from);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const sent = await transport.sendMail(mail.content);
  const raw = String(sent.message);
  return { raw, envelope: sent.envelope, mail: await PostalMime.parse(raw) };
}

const headerNames = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());

describe('composeMail', () => {
  it('writes sender, reader, date and both bodies', async () => {
    const { mail, raw, envelope } = await write();
    expect(mail).toMatchObject({
      from,
      to: [message.to],
      subject: 'Booked',
      messageId: `<${row.id}@kindling.example>`,
      date: '2026-11-02T14:00:00.000Z',
    });
    expect(mail.text?.trim()).toBe('Hello\n.\nAda ✓');
    expect(mail.html?.trim()).toBe('<p>Hello Ada</p>');
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(envelope).toEqual({ from: from.address, to: [message.to.address] });
    expect(raw.split('\r\n').join('')).not.toContain('\n');
  });

  it('is the same mail however often it is composed', async () => {
    const [first, second] = [await write(), await write()];
    expect(second.mail.messageId).toBe(first.mail.messageId);
    expect(second.mail.date).toBe(first.mail.date);
  });

  it.each(['REQUEST', 'CANCEL'] as const)(
    'names the method %s of its calendar part',
    async (method) => {
      const content = `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nSUMMARY:Zoë\r\nEND:VCALENDAR\r\n`;
      const { raw, mail } = await write({ calendar: { method, content } });
      expect(raw).toMatch(
        new RegExp(`content-type: text/calendar; charset=utf-8; method=${method}\r\n`, 'i'),
      );
      const files = mail.attachments.map(({ filename, mimeType }) => ({ filename, mimeType }));
      expect(files).toContainEqual({
        filename: method === 'REQUEST' ? 'invite.ics' : 'cancel.ics',
        mimeType: 'application/ics',
      });
      for (const { content: bytes } of mail.attachments) {
        const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
        expect(text.replaceAll('\r\n', '\n')).toBe(content.replaceAll('\r\n', '\n'));
      }
      expect(mail.attachments).toHaveLength(2);
    },
  );

  it.each([
    'Ada\r\nBcc: all@school.example',
    'Ada\nBcc: all@school.example\n\nbody',
    'Ada\u2028Bcc: all@school.example',
    'Ada" <evil@school.example>, "',
    'Ada <evil@school.example>',
    'Åda, 先生; (x)',
  ])('lets no name or subject begin a header or a recipient: %j', async (text) => {
    const plain = headerNames((await write({ replyTo: message.to })).raw);
    const { raw, mail, envelope } = await write({
      to: { name: text, address: message.to.address },
      replyTo: { name: text, address: message.to.address },
      subject: text,
    });
    expect(headerNames(raw)).toEqual(plain);
    expect(envelope.to).toEqual([message.to.address]);
    expect(mail.to?.map(({ address }) => address)).toEqual([message.to.address]);
    expect(mail.replyTo?.map(({ address }) => address)).toEqual([message.to.address]);
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toBe(text.replace(/[\r\n\u2028]+/g, ' '));
  });
});
