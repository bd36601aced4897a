import { expect, it } from 'vitest';
import { hideMailSecrets } from './hide-mail-secrets.ts';

const ID = '0f8e7a52-6f9a-4f0e-9d3c-0a1b2c3d4e5f';
const to = { name: '', address: 'ada@school.example' };

it.each([
  'https://kindling.example/invitation?code=Secret_-1',
  'https://school.example/welcome?from=mail&code=Secret_-1',
  'https://school.example/welcome?from=mail&amp;code=Secret_-1',
  `https://kindling.example/scheduling/booking/${ID}#Secret_-1`,
])('leaves out what makes %s a key', (link) => {
  const hidden = hideMailSecrets({
    to,
    subject: link,
    text: `Here: ${link}\nBye.`,
    html: `<a href="${link}">here</a>`,
    calendar: {
      method: 'REQUEST',
      content: `DESCRIPTION:${link.slice(0, -4)}\r\n ${link.slice(-4)}`,
    },
  });
  const seen = link.replace('Secret_-1', '(hidden)');
  expect(hidden).toEqual({
    to,
    subject: seen,
    text: `Here: ${seen}\nBye.`,
    html: `<a href="${seen}">here</a>`,
    calendar: { method: 'REQUEST', content: `DESCRIPTION:${seen}` },
  });
});

it('leaves other words as they are', () => {
  const mail = { to, subject: 'A code=1', text: 'See https://school.example/?page=2#top.' };
  expect(hideMailSecrets(mail)).toEqual(mail);
});
