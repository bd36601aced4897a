import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Who may call: `public` keys start web calls only; `private` tokens act for their org. */
export type Access = 'public' | 'private';

/** One method and path of the REST API. Paths write parameters as `{id}`. */
export interface Operation {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: readonly Access[];
  readonly status: 200 | 201 | 204;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

/** Keeps literal types of a table while checking each row. */
export function defineOperations<const T extends Record<string, Operation>>(table: T): T {
  return table;
}
