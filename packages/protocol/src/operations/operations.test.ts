import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { PERSON_RECORD_KINDS, type PersonRecordKind } from '../entities/orgs/person.ts';
import { type Example, type Operation, type OperationName, operations } from './index.ts';

const rows = Object.entries(operations) as [OperationName, Operation][];

const isRequired = (schema: z.ZodType | undefined) =>
  schema !== undefined && !schema.safeParse({}).success;

/** What is wrong with the example of an operation; undefined: nothing. */
function faultOf({ body, bodyType, query, example = {} }: Operation): string | undefined {
  if (body === undefined && !isRequired(query))
    return example.body === undefined ? undefined : 'It takes no body.';
  const sent = bodyType === 'multipart' ? formOf(example) : example.body;
  const faults = [
    ...(body === undefined ? [] : [body.safeParse(sent).error]),
    ...(isRequired(query) ? [query?.safeParse(example.query).error] : []),
  ];
  return faults.flatMap((fault) => (fault === undefined ? [] : z.prettifyError(fault))).join();
}

function formOf({ form = {} }: Example) {
  const fields = Object.entries(form).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : new File([value.text], value.name, { type: value.type }),
  ]);
  return Object.fromEntries(fields);
}

it.each(rows)('%s has an example that it takes', (_, operation) => {
  expect(faultOf(operation) ?? '').toBe('');
});

it.each(rows)('%s says what it is about, and what it keeps of people', (_, operation) => {
  expect(operation.resource).toMatch(/^[a-z][A-Za-z]+$/);
  const { personalData } = operation;
  if (personalData === 'none') return;
  expect(personalData).not.toEqual([]);
  const known = new Set<string>([...PERSON_RECORD_KINDS, 'mentions']);
  expect(personalData.filter((kind) => !known.has(kind))).toEqual([]);
});

/** What visitors of the website leave, and mail: no operation makes it. */
const ELSEWHERE: readonly PersonRecordKind[] = [
  ...(['leads', 'contactRequests', 'bookings', 'mails'] as const),
];

it('every kind of record of a person is kept by an operation, or left on the website', () => {
  const kept = rows
    .filter(([name]) => !name.startsWith('person.'))
    .flatMap(([, { personalData }]) => (personalData === 'none' ? [] : personalData));
  const all = new Set<string>([...kept, ...ELSEWHERE]);
  all.delete('mentions');
  expect([...all].toSorted()).toEqual([...PERSON_RECORD_KINDS].toSorted());
});

it('every file of operations is in the table, which `npm run tables` writes', async () => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.') && file !== 'table.ts',
  );
  const there = await Promise.all(files.map((file) => import(/* @vite-ignore */ `./${file}`)));
  const tables = there.flatMap((source: object) =>
    Object.entries(source).filter(
      ([name]) => name.endsWith('Operations') && name !== 'defineOperations',
    ),
  );
  const names = tables.flatMap(([, table]) => Object.keys(table));
  expect(Object.keys(operations).toSorted()).toEqual(names.toSorted());
});

it('paths that begin with a parameter come last, as they fit others', () => {
  const fits = rows.map(([, { path }]) => path.startsWith('/{'));
  expect(fits.lastIndexOf(false)).toBeLessThan(fits.length - 1);
  expect(fits.slice(fits.indexOf(true)).filter((one) => !one)).toEqual([]);
});
