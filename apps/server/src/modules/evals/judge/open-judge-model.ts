import type { Model } from '@kindling/conversation';
import type { EvalAiPlan } from '@kindling/protocol';
import type { LlmConfig } from '../../../platform/config/config.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { ModelFactories } from '../../assistants/runtime/engines.ts';
import type { ModelResolver } from '../../assistants/runtime/models/model-resolver.ts';

/** This server's own: the guide, and its endpoint with the guide behind it. Neither judges. */
const OWN: readonly string[] = ['kindling', 'default'];

export interface OpenJudgeModelOptions {
  readonly modelResolver: Pick<ModelResolver, 'resolve'>;
  readonly models: Pick<ModelFactories, 'writer'>;
  /** The endpoint of this server's own; null: it has none. */
  readonly llm: LlmConfig | null;
}

/**
 * The model that judges: the one that the plan names, else the one of who is judged. Where it cannot be asked, or is
 * this server's guide, the server's own endpoint.
 *
 * @throws where there is none of them
 */
export type OpenJudgeModel = (orgId: string, plan: EvalAiPlan, ofTarget: Model) => Promise<Model>;

export function createOpenJudgeModel({
  modelResolver,
  models,
  llm,
}: OpenJudgeModelOptions): OpenJudgeModel {
  const own = (why: string): Model => {
    if (llm !== null) return models.writer(llm);
    throw new Error(
      `${why} Store a credential of the judge's provider with POST /credential and name its model in judgePlan.model, or set LLM_BASE_URL on the server.`,
    );
  };
  return async (orgId, { model: named }, ofTarget) => {
    if (!named)
      return ofTarget.provider === 'kindling' || llm !== null
        ? own('There is no language model here that could judge.')
        : ofTarget;
    const { provider, model, url } = named;
    if (OWN.includes(provider)) return own('There is no language model here that could judge.');
    const form = {
      provider,
      defaultRulesEnabled: false,
      ...(model ? { model } : {}),
      ...(url ? { url } : {}),
    };
    try {
      return await modelResolver.resolve(orgId, { model: form }, { isAlone: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return own(`The model ${model ?? ''} of ${provider} cannot be asked here.`);
    }
  };
}
