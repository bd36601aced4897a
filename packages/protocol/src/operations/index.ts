import type { z } from 'zod';
import type { operations } from './table.ts';

export { type Example, type ExampleFile, exampleIds, exampleUniques } from './example.ts';
export type { Access, Method, Operation, PersonalData } from './operation.ts';
export { operations } from './table.ts';

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** What an operation answers: `AnswerOf<'squad.get'>` is a squad. */
export type AnswerOf<N extends OperationName> = z.output<Operations[N]['answer']>;

/** A body that was checked. */
export type BodyOf<N extends OperationName> = Operations[N] extends {
  body: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** A query that was checked. */
export type QueryOf<N extends OperationName> = Operations[N] extends {
  query: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;
