import { describe, expect, it } from 'vitest';
import { domainOf, readMailbox } from './mailbox.ts';

describe('readMailbox', () => {
  it.each([
    ['Kindling <hello@kindling.example>', { name: 'Kindling', address: 'hello@kindling.example' }],
    ['"King, Ling" <a@b.example>', { name: 'King, Ling', address: 'a@b.example' }],
    ['a@b.example', { name: '', address: 'a@b.example' }],
  ])('reads %s', (text, mailbox) => {
    expect(readMailbox(text)).toEqual(mailbox);
  });

  it.each([
    '',
    'Kindling',
    'a@b.example, c@d.example',
    'Kindling <hello@>',
    'Staff: a@b.example, c@d.example;',
  ])('refuses %j', (text) => {
    expect(readMailbox(text)).toBeNull();
  });

  it('finds the domain behind the last at sign', () => {
    expect(domainOf('"a@b"@c.example')).toBe('c.example');
  });
});
