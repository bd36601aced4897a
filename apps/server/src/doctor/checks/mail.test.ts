import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { makeTestCertificate } from '../../../testing/doctor/test-certificate.ts';
import { findingsOf, testScene } from '../../../testing/doctor/test-scene.ts';
import { startTestSmtp } from '../../../testing/receivers/test-smtp.ts';
import { mail } from './mail.ts';

async function openSmtp(login?: { user: string; pass: string }) {
  const smtp = await startTestSmtp(login);
  onTestFinished(() => smtp.close());
  return smtp;
}

const look = (url: string, given: { sendTo?: string; ca?: string } = {}) =>
  findingsOf(
    mail,
    testScene({ env: { SMTP_URL: url, PUBLIC_URL: 'https://school.example' }, ...given }),
  );

it('greets and logs in, and sends nothing', async () => {
  const smtp = await openSmtp();
  const { host } = new URL(smtp.url);
  expect(await look(smtp.url)).toEqual([`ok: ${host} greets.`, `ok: ${host} takes the login.`]);
  expect(smtp.attempts).toBe(0);
});

it('sends one mail to who is named', async () => {
  const smtp = await openSmtp();
  const found = await look(smtp.url, { sendTo: 'me@school.example' });
  expect(found.at(-1)).toMatch(/^ok: A mail to me@school\.example was taken/);
  expect(smtp.received.map(({ to }) => to)).toEqual([['me@school.example']]);
});

it('tells a sender that the server does not take', async () => {
  const smtp = await openSmtp();
  smtp.behave({ kind: 'refuse', at: 'sender', code: 550 });
  expect((await look(smtp.url, { sendTo: 'me@school.example' })).at(-1)).toMatch(
    /^fail: A mail to me@school\.example was not taken: /,
  );
});

it('tells a wrong login', async () => {
  const smtp = await openSmtp({ user: 'school', pass: 'wrong' });
  const [, scene] = [
    0,
    testScene({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://a.example' } }),
  ];
  expect(await mail.run(scene)).toEqual([
    {
      status: 'fail',
      found: expect.stringMatching(/Invalid login/),
      mend: expect.stringContaining('Correct user and password'),
    },
  ]);
});

it('warns of a login that can be read on the way', async () => {
  const smtp = await openSmtp();
  const [greeting] = await look(smtp.url.replace('127.0.0.1', '0.0.0.0'));
  expect(greeting).toMatch(/^warn: .* greets without TLS/);
});

it('tells a server that is not there', async () => {
  expect(await look('smtp://127.0.0.1:1')).toEqual([
    expect.stringMatching(/^fail: 127\.0\.0\.1:1: /),
  ]);
});

it('takes the certificate of a known authority alone', async () => {
  const certificate = makeTestCertificate('localhost', 90);
  const server = new SMTPServer({ ...certificate, secure: true, authOptional: true });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `smtps://localhost:${(listening.address() as AddressInfo).port}`;
  const { host } = new URL(url);
  expect(await look(url, { ca: certificate.cert })).toEqual([`ok: ${host} greets, with TLS.`]);
  expect(await look(url)).toEqual([expect.stringMatching(/^fail: .*self-signed certificate/)]);
});

it('has nothing to ask without SMTP_URL', async () => {
  expect(await findingsOf(mail, testScene())).toEqual([
    expect.stringMatching(/^skipped: SMTP_URL/),
  ]);
});
