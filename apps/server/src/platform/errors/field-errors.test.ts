import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './field-errors.ts';

const named = z.object({
  name: z.string(),
  size: z.union([z.number(), z.object({ w: z.number() })]),
});
const schema = z.union([named, z.array(named).min(1)]);

it.each([
  ['a fault in the form that was sent', { name: 7, size: 1 }, ['name']],
  [
    'a fault in the other form',
    [
      { name: 'x', size: 1 },
      { name: 7, size: 1 },
    ],
    ['1.name'],
  ],
  ['a fault in a form within a form', { name: 'x', size: { w: 'x' } }, ['size.w']],
  ['none of the forms', 'x', ['']],
  ['none of the forms of a field', { name: 'x', size: 'x' }, ['size']],
])('names the field: %s', (_, value, paths) => {
  const { error } = schema.safeParse(value);
  expect(fieldErrors(error?.issues ?? []).map(({ path }) => path)).toEqual(paths);
});

it('puts a path before the names', () => {
  const { error } = z.object({ name: z.string() }).safeParse({});
  expect(fieldErrors(error?.issues ?? [], ['squad', 0])).toMatchObject([{ path: 'squad.0.name' }]);
});

it('names what is not known, each by itself', () => {
  const strict = z.object({ filter: z.strictObject({ callId: z.string().optional() }) });
  const { error } = strict.safeParse({ filter: { calId: 'x', id: 'y' } });
  expect(fieldErrors(error?.issues ?? [])).toEqual([
    { path: 'filter.calId', message: 'is not known here.' },
    { path: 'filter.id', message: 'is not known here.' },
  ]);
});
