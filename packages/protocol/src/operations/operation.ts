import type { z } from 'zod';
import type { PersonRecordKind } from '../entities/orgs/person.ts';
import type { Role } from '../entities/orgs/role.ts';
import type { Example } from './example.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

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

/**
 * What is kept of the people an organisation talks with: records that are exported and erased with a
 * person, under these kinds; or the organisation's own words, which may mention someone (`mentions`):
 * an erasure leaves them, and says where they stand.
 */
export type PersonalData = 'none' | readonly (PersonRecordKind | 'mentions')[];

/** What an operation is about. */
export interface About {
  /**
   * The kind of rows that it makes, lists, reads or changes, as in `knowledgeBase`; their table has
   * the same name, `knowledge_base`.
   */
  readonly resource: string;
  readonly personalData: PersonalData;
}

/** One method and path of the REST API. Paths write parameters as `{id}`. */
export type Operation = About & RowFields;

/** What is written of an operation; what it does not say itself is said of all its resource's. */
export type OperationRow = Partial<About> & RowFields;

type RowFields = OperationFields & (Reads | Changes) & (Takes | TakesNone);

interface Takes {
  readonly body: z.ZodType;
  readonly example: Example;
}

interface TakesNone {
  readonly body?: never;
  /** Where its query needs something. */
  readonly example?: Example;
}

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

/** The rows of a resource's operations, with what they are about. */
export type DefinedOperations<T> = { readonly [N in keyof T]: T[N] & About };

/** Keeps literal types of a table while checking each row. */
export function defineOperations<const T extends Readonly<Record<string, OperationRow>>>(
  about: About,
  table: T,
): DefinedOperations<T> {
  const rows = Object.entries(table).map(([name, row]) => [name, { ...about, ...row }]);
  // Each row of T with what it is about: more than the entries of an object can say.
  return Object.fromEntries(rows) as DefinedOperations<T>;
}
