import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createFileStore } from '../files/file-store.ts';
import { knowledgeBaseHandlers } from './handlers.ts';
import { createKnowledgeBaseStore } from './knowledge-base-store.ts';
import { findKnowledgeBaseUses } from './knowledge-uses.ts';

export function registerKnowledgeBases({
  db,
}: Pick<PlatformContext, 'db'>): HandlersOf<'knowledgeBase'> {
  return knowledgeBaseHandlers({
    bases: createKnowledgeBaseStore(db),
    files: createFileStore(db),
    findUses: (orgId, id) => findKnowledgeBaseUses(db, orgId, id),
  });
}
