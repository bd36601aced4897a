import { describe, expect, it } from 'vitest';
import { holdsType, wantedType } from './answer-type.ts';

describe('wantedType', () => {
  it.each([
    ['When does the term begin?', 'time'],
    ['What time is lunch?', 'time'],
    ['How long does it take?', 'length'],
    ['How much is a ticket?', 'money'],
    ['What does a locker cost?', 'money'],
    ['How much homework is there?', 'number'],
    ['How many pupils are there?', 'number'],
    ['Who runs the club?', 'person'],
    ['Where is the office?', 'place'],
    ['What is your address?', 'address'],
    ['What is the phone number of the office?', 'phone'],
    ['What is your e-mail?', 'mail'],
    ['What happens when it snows?', null],
    ['Are dogs allowed?', null],
    ['', null],
  ])('of %j is %s', (question, type) => expect(wantedType(question)).toBe(type));
});

describe('holdsType', () => {
  it.each([
    ['time', 'It opens at half past nine on Mondays.', 1],
    ['time', 'The house is green.', 0],
    ['money', 'A ticket is £4.50.', 1],
    ['money', 'Entry is free.', 1],
    ['money', 'The fee is settled later.', 0.4],
    ['number', 'There are twelve places.', 1],
    ['person', 'Ask Ms Helen Frost.', 1],
    ['person', 'A teacher will help.', 0.4],
    ['person', 'The gates are locked.', 0],
    ['phone', 'Ring 0155 550 142.', 1],
    ['mail', 'Write to office@school.example.', 1],
    ['address', 'We are in Mill Street.', 1],
    ['place', 'It is next to reception.', 1],
    ['length', 'It lasts three weeks.', 1],
  ] as const)('of %s in %j is %d', (type, text, fit) => expect(holdsType(type, text)).toBe(fit));
});
