import type { AnswerOf, BodyOf, QueryOf } from '@kindling/protocol';
import { eq, type SQL, sql } from 'drizzle-orm';
import { templateTable } from '../../platform/database/platform-tables.ts';
import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createResourceStore } from '../references/resource-store.ts';

type Template = AnswerOf<'template.get'>;
type TemplateCreate = Exclude<BodyOf<'template.create'>, readonly unknown[]>;

const table = templateTable;
const EVERY = { limit: 1_000 } as const;

/** Tools to start from. */
export function registerTemplates({ db }: Pick<PlatformContext, 'db'>): HandlersOf<'template'> {
  const store = createResourceStore<Template, TemplateCreate>(db, { table, name: 'template' });
  return {
    'template.create': ({ token, body }) =>
      Array.isArray(body)
        ? db.transaction(async (tx) => {
            const stored: Template[] = [];
            for (const form of body)
              stored.push(await store.within(tx).create(token.orgId, form, columnsOf(form)));
            return stored;
          })
        : store.create(token.orgId, body, columnsOf(body)),
    'template.list': ({ token, query }) =>
      store.list(token.orgId, query, { filters: filtersOf(query) }),
    'template.pinned': ({ token }) =>
      store.list(token.orgId, EVERY, { filters: [eq(table.pinned, true)] }),
    'template.get': ({ token, id }) => store.get(token.orgId, id),
    'template.update': ({ token, id, body, ifMatch }) =>
      store.update(token.orgId, id, body, {
        ifMatch,
        ...(body.pinned !== undefined && { columns: columnsOf(body) }),
      }),
    'template.delete': ({ token, id, ifMatch }) => store.remove(token.orgId, id, { ifMatch }),
  };
}

function columnsOf({ pinned = false }: { readonly pinned?: boolean | undefined }) {
  return { pinned };
}

function filtersOf(query: QueryOf<'template.list'>): (SQL | undefined)[] {
  const { collectionId, visibility, provider } = query;
  return [
    collectionId === undefined
      ? undefined
      : sql`(${table.body} -> 'metadata' ->> 'collectionId') = ${collectionId}`,
    visibility === undefined ? undefined : sql`(${table.body} ->> 'visibility') = ${visibility}`,
    provider === undefined ? undefined : sql`(${table.body} ->> 'provider') = ${provider}`,
  ];
}
