import type { Participant, Participants } from '@kindling/call';
import { describe, expect, it } from 'vitest';
import { fakeParticipant } from '../testing/fake-people.ts';
import { fakePerson, initials, listPeople, mayAdminister } from './people.ts';

describe('initials', () => {
  it.each([
    ['Ada Nwosu', 'AN'],
    ['  mira  ', 'M'],
    ['Jean Luc de la Tour', 'JT'],
    ['élodie', 'É'],
    ['🙂 Kim', '🙂K'],
    ['', ''],
  ])('of %j are %j', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});

describe('listPeople', () => {
  it('puts the others in the order they came, and oneself last, once', () => {
    const local = fakeParticipant('Me', { local: true });
    const early = { ...fakeParticipant('Early'), joined_at: new Date(1) };
    const late = { ...fakeParticipant('Late'), joined_at: new Date(2) };
    const people = listPeople({ late, local, [local.session_id]: local, early });
    expect(people.map((one) => one.user_name)).toEqual(['Early', 'Late', 'Me']);
  });

  it('is empty where nobody is, oneself neither', () => {
    expect(listPeople({} as Participants)).toEqual([]);
  });
});

describe('mayAdminister', () => {
  it('is for owners, and for whom an owner allowed it', () => {
    const guest = fakeParticipant('Guest');
    const permitted = (canAdmin: Participant['permissions']['canAdmin']) => ({
      ...guest,
      permissions: { ...guest.permissions, canAdmin },
    });
    expect(mayAdminister(guest)).toBe(false);
    expect(mayAdminister(fakeParticipant('Host', { owner: true }))).toBe(true);
    expect(mayAdminister(permitted(true))).toBe(true);
    expect(mayAdminister(permitted(new Set(['participants'])))).toBe(true);
    expect(mayAdminister(permitted(new Set(['streaming'])))).toBe(false);
  });
});

it('people who are not there are distinguished, and have no say', () => {
  const local = fakeParticipant('Ada', { local: true, owner: true });
  const [first, second] = [fakePerson(local, 'Guest', 1), fakePerson(local, 'Guest', 2)];
  expect(first.session_id).not.toBe(second.session_id);
  expect(first).toMatchObject({ local: false, owner: false, audio: false, user_name: 'Guest 1' });
});
