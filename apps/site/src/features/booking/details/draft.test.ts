import { bookingCreateSchema } from '@kindling/protocol/scheduling';
import { describe, expect, it } from 'vitest';
import { draftErrors, serverErrors } from './draft.ts';

const rest = { institution: '', serviceOfInterest: '', note: '', website: '' };

describe('draftErrors', () => {
  it.each([
    ['Ann', 'ann@school.example'],
    [' A ', 'ann@school.example'],
    ['', ''],
    ['Ann', 'ann'],
    ['Ann', 'ann@school'],
    ['Ann', 'ann.@school.example'],
    ['Ann', '.ann@school.example'],
    ['Ann', "  o'neil+x@sub.school.example "],
    ['Ann', 'ann@@school.example'],
    ['Ann', 'änn@school.example'],
  ])('agrees with the contract on %j, %j', (name, email) => {
    const parsed = bookingCreateSchema.pick({ name: true, email: true }).safeParse({ name, email });
    const expected = Object.fromEntries(
      (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
    );
    expect(draftErrors({ ...rest, name, email })).toEqual(expected);
  });
});

it('keeps only errors of fields that the form has, the first of each', () => {
  const errors = serverErrors([
    { path: 'email', message: 'first' },
    { path: 'email', message: 'second' },
    { path: 'startsAt', message: 'x' },
    { path: 'website', message: 'x' },
  ]);
  expect(errors).toEqual({ email: 'first' });
});
