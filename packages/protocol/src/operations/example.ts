import type { z } from 'zod';

/** A request that its operation carries out: the reference shows it, and tests send it. */
export interface Example {
  readonly query?: Readonly<Record<string, unknown>>;
  /** JSON. */
  readonly body?: unknown;
  /** Fields of a form. */
  readonly form?: Readonly<Record<string, string | ExampleFile>>;
}

export interface ExampleFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** What stands in examples where the id of something stored goes, by what it is. Tests put a row of their own there. */
export const exampleIds = {
  assistant: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a01',
  call: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a02',
  credential: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a03',
  eval: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a06',
  file: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a04',
  phoneNumber: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a05',
  tool: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a08',
  user: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a09',
  knowledgeBase: '3f1c2a58-0d6b-4c1e-9a77-0b5e4d2c1a10',
  /** A room is known by its name. */
  room: 'front-desk',
} as const;

/** What can be stored once only. Tests put another one there for each request. */
export const exampleUniques = {
  phoneNumber: '+14155550100',
  email: 'bea@school.example',
  roomName: 'staff',
} as const;

// They answer `Example`, not what they are given: the type of the table need not repeat every word.

export function bodyExample<S extends z.ZodType>(_: S, body: NoInfer<z.input<S>>): Example {
  return { body };
}

export function queryExample<S extends z.ZodType<object, Readonly<Record<string, unknown>>>>(
  _: S,
  query: NoInfer<z.input<S>>,
): Example {
  return { query };
}

export function formExample(form: NonNullable<Example['form']>): Example {
  return { form };
}
