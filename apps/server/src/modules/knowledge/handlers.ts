import { type KnowledgeBaseUpdate, knowledgeBaseCreateSchema } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import { parseWith } from '../../platform/requests/bodies/read-json.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { FileStore } from '../files/file-store.ts';
import { checkKnowledgeBase } from './check-knowledge-base.ts';
import type { KnowledgeBaseStore } from './knowledge-base-store.ts';

export interface KnowledgeBaseHandlersOptions {
  readonly bases: KnowledgeBaseStore;
  readonly files: Pick<FileStore, 'find'>;
  /** Names of the assistants that look things up in one. */
  readonly findUses: (orgId: string, knowledgeBaseId: string) => Promise<string[]>;
}

export function knowledgeBaseHandlers(
  options: KnowledgeBaseHandlersOptions,
): HandlersOf<'knowledgeBase'> {
  const { bases, files } = options;
  return {
    'knowledgeBase.create': async ({ token, body }) => {
      await checkKnowledgeBase(body, token.orgId, files);
      return bases.create(token.orgId, body);
    },
    'knowledgeBase.list': ({ token, query }) => bases.list(token.orgId, query),
    'knowledgeBase.get': ({ token, id }) => bases.get(token.orgId, id),
    'knowledgeBase.update': async ({ token, id, body, ifMatch }) => {
      const current = await bases.get(token.orgId, id);
      // Checked as a whole: what is right alone may not fit the rest.
      const changed = parseWith(knowledgeBaseCreateSchema, merge(current, body), 'body');
      await checkKnowledgeBase(changed, token.orgId, files);
      return bases.update(token.orgId, id, body, { ifMatch: ifMatch ?? current.updatedAt });
    },
    'knowledgeBase.delete': async ({ token, id, ifMatch }) => {
      const users = await options.findUses(token.orgId, id);
      if (users.length > 0) throw inUse(users);
      return bases.remove(token.orgId, id, { ifMatch });
    },
  };
}

function merge(current: { readonly provider: string }, form: KnowledgeBaseUpdate): object {
  if (form.provider !== undefined && form.provider !== current.provider) {
    const message = `is ${current.provider} and cannot be changed. Create another knowledge base.`;
    throw new ApiError('bad_request', `provider: ${message}`, {
      fields: [{ path: 'provider', message }],
    });
  }
  const merged = { ...current, ...form };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

function inUse(users: readonly string[]): ApiError {
  const named = users.map((name) => `“${name}”`).join(', ');
  return new ApiError(
    'conflict',
    `This knowledge base is used by ${named}. Take it out of the model there first.`,
  );
}
