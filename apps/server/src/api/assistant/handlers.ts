import type { Assistant } from '@kindling/protocol';
import { ApiError } from '../../http/api-error.ts';
import type { Handlers } from '../registrar.ts';
import type { AssistantStore } from './assistant-store.ts';

type AssistantHandlers = Pick<
  Handlers,
  | 'assistant.create'
  | 'assistant.list'
  | 'assistant.get'
  | 'assistant.update'
  | 'assistant.replace'
  | 'assistant.delete'
>;

/** A plain resource: every operation is one call of its store. */
export function assistantHandlers(store: AssistantStore): AssistantHandlers {
  return {
    'assistant.create': ({ token, body }) => store.create(token.orgId, body),
    'assistant.list': ({ token, query }) => store.list(token.orgId, query),
    'assistant.get': async ({ token, id }) => found(await store.find(token.orgId, id)),
    'assistant.update': async ({ token, id, body }) =>
      found(await store.update(token.orgId, id, body)),
    'assistant.replace': async ({ token, id, body }) =>
      found(await store.replace(token.orgId, id, body)),
    'assistant.delete': async ({ token, id }) => found(await store.remove(token.orgId, id)),
  };
}

function found(assistant: Assistant | null): Assistant {
  if (assistant !== null) return assistant;
  throw new ApiError('not_found', 'There is no assistant with this id in your organisation.');
}
