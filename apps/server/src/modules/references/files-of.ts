import {
  type AssistantCreate,
  type KnowledgeBaseCreate,
  knowledgeBaseCreateSchema,
} from '@kindling/protocol';

type OwnKnowledge = NonNullable<NonNullable<AssistantCreate['model']>['knowledgeBase']>;

/** Whether what an assistant brings along is searched here; else it is kept alone. */
export function isSearchedHere(base: OwnKnowledge): base is KnowledgeBaseCreate {
  return SEARCHED.has(base.provider);
}

const SEARCHED: ReadonlySet<string> = new Set(
  knowledgeBaseCreateSchema.options.flatMap(({ shape }) => [...shape.provider.values]),
);

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
