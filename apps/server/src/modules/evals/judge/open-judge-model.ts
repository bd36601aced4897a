import type { Model } from '@kindling/conversation';
import type { EvalAiPlan } from '@kindling/protocol';
import type { Writers } from '../../assistants/runtime/models/writers.ts';

/**
 * The model that judges: the one that the plan names, or this server's own in its place; where none is named, this
 * server's own, else that of who is judged.
 *
 * @throws an Error that says why there is none
 */
export type OpenJudgeModel = (orgId: string, plan: EvalAiPlan, ofTarget: Model) => Promise<Model>;

export function createOpenJudgeModel(writers: Pick<Writers, 'open'>): OpenJudgeModel {
  return async (orgId, { model: named }, ofTarget) => {
    if (named) {
      const { provider, model, url } = named;
      return writers.open(orgId, { provider, ...(model && { model }), ...(url && { url }) });
    }
    return writers.open(orgId).catch((error: unknown) => {
      // The guide finds sentences, and judges none.
      if (ofTarget.provider === 'kindling') throw error;
      return ofTarget;
    });
  };
}
