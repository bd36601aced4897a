import { createOpenAiModel, isModelError } from '@kindling/conversation';
import { z } from 'zod';
import type { LlmConfig } from '../../platform/config/config.ts';
import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import { getAnswer } from '../looking/get-answer.ts';
import { sayError } from '../looking/say-error.ts';

/** A caller waits for the first word; ms. */
const SLOW = 1_500;
/** How long to wait for the first token, ms: a model that is still loading sends nothing. */
const FIRST_TOKEN_TIMEOUT = 60_000;

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

export const languageModel: Check = {
  name: 'language model',
  async run(scene) {
    const { llm } = scene.config;
    if (llm === null)
      return [skipped('LLM_BASE_URL is not set: the guide answers, on this machine.')];
    const listed = await lookAtList(llm, scene);
    return [...listed, await askFirstWord(llm)];
  },
};

/** Nothing where the server has no list: some have none. */
async function lookAtList({ baseUrl, apiKey, model }: LlmConfig, scene: Scene): Promise<Finding[]> {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/models`;
  try {
    const answer = await getAnswer(url.href, {
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      timeout: scene.timeout,
      ca: scene.ca,
    });
    const list = listSchema.safeParse(answer.status === 200 ? JSON.parse(answer.body) : null);
    if (!list.success) return [];
    const names = list.data.data.map(({ id }) => id);
    return names.some((name) => name === model || name === `${model}:latest`)
      ? [ok(`${url.host} has the model ${model}.`)]
      : [
          warn(
            `${url.host} does not list the model ${model}; it has ${names.slice(0, 5).join(', ') || 'none'}${names.length > 5 ? ', …' : ''}.`,
            'Correct LLM_MODEL, or fetch that model there (ollama pull).',
          ),
        ];
  } catch {
    // That it cannot be reached is said by the question.
    return [];
  }
}

async function askFirstWord({ baseUrl, apiKey, model }: LlmConfig): Promise<Finding> {
  const { host } = new URL(baseUrl);
  const asked = createOpenAiModel({
    baseUrl,
    model,
    ...(apiKey !== null && { apiKey }),
    firstTokenTimeout: FIRST_TOKEN_TIMEOUT,
  });
  const stop = new AbortController();
  const started = performance.now();
  try {
    const messages = [{ role: 'user', content: 'Say hello.' }] as const;
    for await (const piece of asked.respond({ messages, maxTokens: 16, signal: stop.signal })) {
      if (typeof piece !== 'string' || piece.trim() === '') continue;
      const took = Math.round(performance.now() - started);
      const found = `${model} at ${host} begins to answer after ${took} ms.`;
      return took > SLOW
        ? warn(
            found,
            'Ask once more, since the first question loads a model; if it is still slow, take a smaller model.',
          )
        : ok(found);
    }
    return fail(`${model} at ${host} answered without a word.`, 'Take another model in LLM_MODEL.');
  } catch (error) {
    return fail(`${model} at ${host} does not answer: ${sayError(error)}.`, mendOf(error));
  } finally {
    stop.abort();
  }
}

function mendOf(error: unknown): string {
  switch (isModelError(error) ? error.code : '') {
    case 'model_unauthorized':
      return 'Correct LLM_API_KEY.';
    case 'model_not_found':
      return 'Correct LLM_MODEL, or fetch that model there; LLM_BASE_URL usually ends in /v1.';
    case 'model_rate_limited':
      return 'Wait, or raise the limit of your account there.';
    case 'model_timeout':
      return 'Take a smaller model, or a faster machine for it.';
    default:
      return 'Look whether the model server runs, and whether LLM_BASE_URL leads to it.';
  }
}
