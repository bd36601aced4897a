import type { ChatDelta, ChatResponseEvent, OperationName, Operations } from '@kindling/protocol';
import type { z } from 'zod';
import type { ServerEvent } from './read-events.ts';
import type { RequestOptions } from './transport.ts';

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** One string for each parameter of the path, in order. */
type PathArguments<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...PathArguments<Rest>]
  : [];

/** Empty objects vanish from an input; others are asked for. */
type Part<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : { readonly [K in Key]: Value };

type Parameters<O extends { path: string }> = [ParameterNames<O['path']>] extends [never]
  ? never
  : { readonly [N in ParameterNames<O['path']>]: string };

/** A form of files is given as such; what it must hold, the operation says. */
type Body<O> = O extends { bodyType: 'multipart' }
  ? FormData
  : O extends { body: infer Schema extends z.ZodType }
    ? z.input<Schema>
    : never;
type Query<O> = O extends { query: infer Schema extends z.ZodType } ? z.input<Schema> : never;

/** What an operation is called with: `params` of its path, `body`, and optionally `query`. */
export type OperationInput<N extends OperationName> = Part<'params', Parameters<Operations[N]>> &
  Part<'body', Body<Operations[N]>> &
  ([Query<Operations[N]>] extends [never] ? unknown : { readonly query?: Query<Operations[N]> });

/** What it answers. */
export type OperationAnswer<N extends OperationName> = z.output<Operations[N]['answer']>;

type BodyArguments<O> = [Body<O>] extends [never] ? [] : [body: Body<O>];
type QueryArguments<O> = [Query<O>] extends [never]
  ? [options?: RequestOptions]
  : [query?: Query<O>, options?: RequestOptions];

/** `client.testSuiteTest.update(testSuiteId, id, body, options)`. */
export type OperationMethod<N extends OperationName> = (
  ...given: [
    ...PathArguments<Operations[N]['path']>,
    ...BodyArguments<Operations[N]>,
    ...QueryArguments<Operations[N]>,
  ]
) => Promise<OperationAnswer<N>>;

type ResourceName = OperationName extends infer N
  ? N extends `${infer R}.${string}`
    ? R
    : never
  : never;

/** Every operation as a method of its resource: `client.assistant.get(id)`. */
export type Resources = {
  readonly [R in ResourceName]: {
    readonly [N in OperationName as N extends `${R}.${infer M}` ? M : never]: OperationMethod<N>;
  };
};

/** Operations that answer a page of things. */
export type PagedOperation = {
  [N in OperationName]: OperationAnswer<N> extends {
    results: unknown[];
    metadata: { nextCursor: string | null };
  }
    ? N
    : never;
}[OperationName];

/** What such a page holds. */
export type PagedItem<N extends PagedOperation> =
  OperationAnswer<N> extends { results: (infer Item)[] } ? Item : never;

/** Operations that can answer events as they happen. */
export type StreamingOperation = {
  [N in OperationName]: Operations[N] extends { alsoAnswers: 'text/event-stream' } ? N : never;
}[OperationName];

/** What such an operation streams: text deltas, or the events of OpenAI's Responses API. */
export type StreamedEvent<N extends StreamingOperation> = ServerEvent<
  N extends 'chat.create' | 'chat.createWeb'
    ? ChatDelta
    : Exclude<ChatResponseEvent, { type: 'error' }>
>;

/** Operations that can answer something to keep as a file. */
export type DownloadOperation = {
  [N in OperationName]: Operations[N] extends { alsoAnswers: infer T }
    ? T extends 'text/event-stream'
      ? never
      : N
    : never;
}[OperationName];
