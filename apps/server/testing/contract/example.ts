import type { OperationName } from '@kindling/protocol';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import type { TestServer } from '../server/test-server.ts';

/** Rows by the names of their tables. */
export type Ids = Readonly<Record<string, string>>;

/** A request that its operation carries out. */
export interface Example {
  /** What its path names. @default rows made for it */
  readonly ids?: Ids;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or a form with a file. */
  readonly body?: unknown;
  /** @default the least key that may call the operation */
  readonly key?: string;
  /** What the provider that is asked answers, as JSON. @default nobody may be asked */
  readonly providerAnswers?: unknown;
  /** What the model says. @default 'Hello.' */
  readonly modelSays?: string;
  /** Dotted, the fields of the body that name something stored. @default none */
  readonly names?: readonly string[];
}

/** What examples are made in: a server, and a row of every kind as soon as it is asked for. */
export interface World {
  readonly server: TestServer;
  readonly database: OpenDatabase;
  /** Makes a row, through the API wherever it can; also the rows that it is under. */
  make(table: string): Promise<Ids>;
  /** The same, of a row that was made before and is still there. */
  known(table: string): Promise<Ids>;
  /** The id of that. */
  idOf(table: string): Promise<string>;
  /** Carries an operation out with the admin's key; throws when it was not. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  perform(name: OperationName, example?: Example): Promise<any>;
}
