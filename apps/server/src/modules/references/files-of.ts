import type { KnowledgeBaseCreate } from '@kindling/protocol';

/** The files that a knowledge base searches, and where each is named. */
export function filesOf(
  base: KnowledgeBaseCreate,
): { readonly id: string; readonly path: string }[] {
  if (base.provider === 'kindling') {
    return base.fileIds.map((id, index) => ({ id, path: `fileIds.${index}` }));
  }
  if (base.provider !== 'trieve' || base.createPlan?.type !== 'create') return [];
  return base.createPlan.chunkPlans.flatMap(({ fileIds = [] }, plan) =>
    fileIds.map((id, index) => ({ id, path: `createPlan.chunkPlans.${plan}.fileIds.${index}` })),
  );
}
