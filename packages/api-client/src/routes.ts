import type { OperationName, Operations } from '@kindling/protocol';

type Routes = {
  readonly [N in OperationName]: `${Operations[N]['method']} ${Operations[N]['path']}`;
};

/**
 * Method and path of every operation. The compiler holds it to the protocol's table,
 * which itself would bring every schema into the page.
 */
export const ROUTES = {
  'assistant.create': 'POST /assistant',
  'assistant.list': 'GET /assistant',
  'assistant.get': 'GET /assistant/{id}',
  'assistant.update': 'PATCH /assistant/{id}',
  'assistant.replace': 'PUT /assistant/{id}',
  'assistant.delete': 'DELETE /assistant/{id}',
  'call.createWeb': 'POST /call/web',
  'call.list': 'GET /call',
  'call.get': 'GET /call/{id}',
} as const satisfies Routes;
