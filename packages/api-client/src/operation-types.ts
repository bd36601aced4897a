import type { OperationName, Operations } from '@kindling/protocol';
import type { z } from 'zod';

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** Empty objects vanish from an input; others are asked for. */
type Part<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : { readonly [K in Key]: Value };

type Parameters<O extends { path: string }> = [ParameterNames<O['path']>] extends [never]
  ? never
  : { readonly [N in ParameterNames<O['path']>]: string };

type Body<O> = O extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : never;
type Query<O> = O extends { query: infer Schema extends z.ZodType } ? z.input<Schema> : never;

/** What an operation is called with: `params` of its path, `body`, and optionally `query`. */
export type OperationInput<N extends OperationName> = Part<'params', Parameters<Operations[N]>> &
  Part<'body', Body<Operations[N]>> &
  ([Query<Operations[N]>] extends [never] ? unknown : { readonly query?: Query<Operations[N]> });

/** What it answers. */
export type OperationAnswer<N extends OperationName> = z.output<Operations[N]['answer']>;
