import type { OperationName, Operations } from '@kindling/protocol';
import type { z } from 'zod';

/** Operations that take JSON. */
type WithBody = {
  [N in OperationName]: Operations[N] extends { bodyType: 'multipart' }
    ? never
    : Operations[N] extends { body: z.ZodType }
      ? N
      : never;
}[OperationName];

type BodyOf<O> = O extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : never;

/** A body for each; the compiler asks for those that are missing. */
export type BodyExamples = { readonly [N in WithBody]: BodyOf<Operations[N]> };

/** Those of some operations: the names are given, so that none is forgotten. */
export type BodyExamplesOf<Prefix extends string> = Pick<
  BodyExamples,
  Extract<WithBody, `${Prefix}.${string}`>
>;
