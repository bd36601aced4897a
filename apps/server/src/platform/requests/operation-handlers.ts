import type { Operation, OperationName, Operations } from '@kindling/protocol';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Token } from '../../modules/tokens/token-store.ts';
import type { RawAnswer } from './answers/raw-answer.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type QueryOf<O> = O extends { query: infer S } ? Parsed<S> : undefined;
type BodyOf<O> = O extends { body: infer S } ? Parsed<S> : undefined;
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ParamsOf<O extends Operation> = O extends { params: infer S }
  ? Parsed<S>
  : { readonly [N in NamesIn<O['path']>]: string };

/** A request whose key, path, query and body have been checked. */
export interface ApiRequest<O extends Operation> {
  readonly token: O['access'] extends 'anyone' ? null : Token;
  readonly params: ParamsOf<O>;
  /** The path's `{id}`; empty where the path has none. */
  readonly id: string;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** The state that the caller wants to change, from If-Match; null: whichever it is in. */
  readonly ifMatch: string | null;
  readonly baseUrl: string;
  readonly clientAddress: string;
  readonly requestId: string;
  readonly log: Logger;
  /** Aborted when the caller went away. */
  readonly signal: AbortSignal;
  header(name: string): string | undefined;
}

type AnswerOf<O> = O extends { answer: infer S extends z.ZodType } ? z.input<S> : never;
type AlsoRaw<O> = O extends { alsoAnswers: string } | { streamed: true } ? RawAnswer : never;

export type Handler<Name extends OperationName> = (
  request: ApiRequest<Operations[Name]>,
) => Promise<AnswerOf<Operations[Name]> | AlsoRaw<Operations[Name]>>;

/** One handler an operation: the compiler asks for those that are missing. */
export type Handlers = { readonly [Name in OperationName]: Handler<Name> };

/** Those of the operations whose names start so: `HandlersOf<'tool'>`. */
export type HandlersOf<Prefix extends string> = Pick<
  Handlers,
  Extract<OperationName, `${Prefix}.${string}`>
>;
