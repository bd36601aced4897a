import { describe, expect, it } from 'vitest';
import {
  asksContactAgain,
  contactsIn,
  givesContact,
  readAddress,
  readDigits,
} from './read-back.ts';

describe('a number that is read back', () => {
  it.each([
    ['two one two five five five oh one four eight', '2125550148'],
    ['so that is plus one two one two, five five five, is that right?', '1212555'],
    ['oh two one two double five five', '212555'],
    ['hold on let me get a pen, so it was 212 555 0148, is that right?', '2125550148'],
  ])('%s', (turn, digits) => expect(readDigits(turn)).toBe(digits));

  it.each(['is it for two or three children', 'we have 1200 students', 'one two'])(
    'is not in %j',
    (turn) => expect(readDigits(turn)).toBeNull(),
  );
});

describe('an address that is read back', () => {
  it.each([
    ['okay hello at kindling dot example is that right', 'hello@kindling.example'],
    ['so hello@kindling.example.', 'hello@kindling.example'],
  ])('%s', (turn, address) => expect(readAddress(turn)).toBe(address));

  it('is not the own one of a caller', () => {
    expect(readAddress('my email is jo at hill dash school dot org')).toBeNull();
    expect(readAddress('can I see it at school')).toBeNull();
  });
});

describe('a number or address of the caller', () => {
  it.each([
    'my number is two one two five five five oh one four nine',
    'please call me back on 212 555 0149',
    'i must write my email, is anna at szkola dot pl, you have it?',
  ])('%s', (turn) => expect(givesContact(turn)).toBe(true));

  it.each(['can I leave my email', 'call me at eight tomorrow', 'what is your phone number'])(
    'is not in %j',
    (turn) => expect(givesContact(turn)).toBe(false),
  );
});

it('finds what can be read back', () => {
  expect(
    contactsIn(
      'Our phone number is +1 (212) 555-0148. Our email address is hello@kindling.example.',
    ),
  ).toEqual(['+1 (212) 555-0148', 'hello@kindling.example']);
  expect(contactsIn('It takes 30 minutes, 20 to 25 at most.')).toEqual([]);
});

it('asks for the number again, whatever the reason', () => {
  expect(asksContactAgain('sorry that was too fast can you say the number again slowly')).toBe(
    'number',
  );
});
