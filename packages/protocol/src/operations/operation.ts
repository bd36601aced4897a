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

/**
 * Whether a bearer that lasts an hour (`GET /org/{id}/auth`) may call an operation, as far as its key
 * may. Refused: what makes or changes a key, an invitation, an organisation, a role or a secret. That
 * would outlast the hour, so it takes the key itself.
 */
type BySession = 'allowed' | 'refused';

/** One method and path of the REST API. Paths write parameters as `{id}`. */
export type Operation = OperationFields & (Reads | Changes);

interface Reads {
  readonly method: 'GET';
  /** @default 'allowed' */
  readonly bySession?: BySession;
}

/** Every row of these decides anew. */
interface Changes {
  readonly method: Exclude<Method, 'GET'>;
  readonly bySession: BySession;
}

interface OperationFields {
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** 302: to the file itself, whose address is good for a while without a key. */
  readonly status: 200 | 201 | 204 | 302;
  /** @default every parameter is a UUID */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** @default 'json' */
  readonly bodyType?: 'json' | 'multipart';
  readonly answer: z.ZodType;
  /** Whether its JSON is sent while it is read: it may be longer than what fits into memory. */
  readonly streamed?: true;
  /** Whether the answer has a key in it: where it is kept for a repetition, it is sealed. */
  readonly answersSecret?: boolean;
  /** What else it may answer than JSON: a list to download, events as they happen. */
  readonly alsoAnswers?:
    | 'text/csv'
    | 'text/event-stream'
    | 'text/plain'
    | 'application/x-ndjson'
    | '*/*';
  /** Of a `text/event-stream`: the JSON that each event's `data` holds. */
  readonly events?: z.ZodType;
}

/** Keeps literal types of a table while checking each row. */
export function defineOperations<const T extends Record<string, Operation>>(table: T): T {
  return table;
}
