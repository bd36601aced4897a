import { randomUUID } from 'node:crypto';
import { type Example as ExampleOfRow, exampleIds, exampleUniques } from '@kindling/protocol';
import { tableNameOf } from '../../src/platform/database/resource-tables.ts';
import type { Example, World } from './example.ts';

/** What else stands for something, by what stands there. */
export type Stands = Readonly<Record<string, string>>;

const KINDS = new Map<unknown, string>(Object.entries(exampleIds).map(([kind, id]) => [id, kind]));

let phoneNumbers = 0;
/** No two are alike. */
const UNIQUES = new Map<unknown, () => string>([
  [exampleUniques.email, () => `${randomUUID()}@school.example`],
  [exampleUniques.roomName, () => `staff-${randomUUID()}`],
  [
    exampleUniques.phoneNumber,
    () => {
      phoneNumbers += 1;
      return `+1415555${String(phoneNumbers).padStart(4, '0')}`;
    },
  ],
]);

/** The example of a row of the table of operations, with what it names there in the world. */
export async function fillExample(
  world: World,
  { query, body, form }: ExampleOfRow,
  stands: Stands = {},
): Promise<Example> {
  const names: string[] = [];
  const nameOf = async (value: unknown) => {
    if (typeof value !== 'string') return undefined;
    const kind = KINDS.get(value);
    return stands[value] ?? (kind === undefined ? undefined : world.idOf(tableNameOf(kind)));
  };
  const fill = async (value: unknown, path: readonly string[] = []): Promise<unknown> => {
    const name = await nameOf(value);
    if (name !== undefined) names.push(path.join('.'));
    if (name !== undefined) return name;
    if (typeof value !== 'object' || value === null) return UNIQUES.get(value)?.() ?? value;
    const filled: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(value))
      filled.push([key, await fill(inner, [...path, key])]);
    return Array.isArray(value) ? filled.map(([, inner]) => inner) : Object.fromEntries(filled);
  };
  if (form !== undefined) return { body: formOf(form) };
  const filledBody = await fill(body);
  const inBody = [...names];
  const filledQuery = (await fill(query)) as Record<string, string> | undefined;
  return {
    ...(body !== undefined && { body: filledBody, names: inBody }),
    ...(filledQuery !== undefined && { query: filledQuery }),
  };
}

function formOf(fields: NonNullable<ExampleOfRow['form']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new File([value.text], value.name, { type: value.type }));
  return form;
}
