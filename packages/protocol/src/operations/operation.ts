import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** What a private key or a signed-in user may do: read; change too; keys, people and secrets too. */
export const ROLES = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The least that may call an operation. `public`: keys of web pages, and editors. `anyone`: no key
 * is asked for.
 */
export type Access = 'anyone' | 'public' | Role;

/** One method and path of the REST API. Paths write parameters as `{id}`. */
export interface Operation {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly status: 200 | 201 | 204;
  /** @default every parameter is a UUID */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** @default 'json' */
  readonly bodyType?: 'json' | 'multipart';
  readonly answer: z.ZodType;
  /** Whether the answer has a key in it: where it is kept for a repetition, it is sealed. */
  readonly answersSecret?: boolean;
  /** What else it may answer than JSON: a list to download, events as they happen. */
  readonly alsoAnswers?: 'text/csv' | 'text/event-stream' | 'text/plain' | '*/*';
}

/** Keeps literal types of a table while checking each row. */
export function defineOperations<const T extends Record<string, Operation>>(table: T): T {
  return table;
}
