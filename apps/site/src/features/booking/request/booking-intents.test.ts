import type { BookingCreate, BookingCreated } from '@kindling/protocol/scheduling';
import { expect, it } from 'vitest';
import { createBookingIntents } from './booking-intents.ts';
import { BookingRequestError } from './booking-request-error.ts';

const body = {
  startsAt: '2026-11-02T14:00:00Z',
  timeZone: 'UTC',
  name: 'Ann',
  email: 'a@b.example',
};
const lost = () => new BookingRequestError('network', 'lost', { outcomeKnown: false });
const taken = () => new BookingRequestError('slot_taken', 'taken');

type Answer = (body: BookingCreate, key: string) => BookingCreated | Error;

function intentsWith(...answers: readonly Answer[]) {
  const sent: { key: string; name: string }[] = [];
  let keys = 0;
  const create = async (given: BookingCreate, key: string) => {
    sent.push({ key, name: given.name });
    const answer = answers[sent.length - 1]?.(given, key) ?? new Error('not expected');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { intents: createBookingIntents(create, () => `key-${++keys}`), sent };
}

const booked = (given: BookingCreate) => ({ name: given.name }) as BookingCreated;

it('repeats an attempt under the same key', async () => {
  const { intents, sent } = intentsWith(lost, booked);
  await expect(intents.book(body)).rejects.toMatchObject({ code: 'network' });
  await intents.book({ ...body });
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
});

it('takes a new key for other details', async () => {
  const { intents, sent } = intentsWith(booked, booked);
  await intents.book(body);
  await intents.book({ ...body, name: 'Bea' });
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
});

it('finds its own booking behind a slot that an unanswered attempt has taken', async () => {
  const { intents, sent } = intentsWith(lost, taken, booked);
  await expect(intents.book(body)).rejects.toThrow();
  await expect(intents.book({ ...body, name: 'Bea' })).resolves.toEqual({ name: 'Ann' });
  expect(sent).toEqual([
    { key: 'key-1', name: 'Ann' },
    { key: 'key-2', name: 'Bea' },
    { key: 'key-1', name: 'Ann' },
  ]);
});

it('believes a refusal when every attempt was answered', async () => {
  const { intents, sent } = intentsWith(taken);
  await expect(intents.book(body)).rejects.toMatchObject({ code: 'slot_taken' });
  expect(sent).toHaveLength(1);
});

it('does not repeat an unanswered attempt at another time', async () => {
  const { intents, sent } = intentsWith(lost, taken);
  await expect(intents.book(body)).rejects.toThrow();
  const later = { ...body, startsAt: '2026-11-02T15:00:00Z' };
  await expect(intents.book(later)).rejects.toMatchObject({ code: 'slot_taken' });
  expect(sent).toHaveLength(2);
});
