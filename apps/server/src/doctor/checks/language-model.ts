import { createOpenAiModel, isModelError, type Model } from '@kindling/conversation';
import { z } from 'zod';
import { readBrandContent } from '../../platform/config/brand-content.ts';
import type { LlmConfig } from '../../platform/config/config.ts';
import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import { getAnswer } from '../looking/get-answer.ts';
import { sayError } from '../looking/say-error.ts';

/** Then the guide answers in its place, ms. */
const SLOW = 1_000;
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

/** Of the second answer, where the first is slow: that one waits for the model to be loaded. */
async function askFirstWord({ baseUrl, apiKey, model }: LlmConfig): Promise<Finding> {
  const { host } = new URL(baseUrl);
  const asked = createOpenAiModel({
    baseUrl,
    model,
    ...(apiKey !== null && { apiKey }),
    firstTokenTimeout: FIRST_TOKEN_TIMEOUT,
  });
  try {
    const first = await timeFirstWord(asked);
    const took = first !== null && first > SLOW ? await timeFirstWord(asked) : first;
    if (took === null)
      return fail(
        `${model} at ${host} answered without a word.`,
        'Take another model in LLM_MODEL.',
      );
    const found = `${model} at ${host} begins to answer after ${took} ms.`;
    return took > SLOW
      ? warn(
          found,
          `Take a smaller model, or a faster machine for it: after ${SLOW} ms the guide answers calls in its place.`,
        )
      : ok(found);
  } catch (error) {
    return fail(`${model} at ${host} does not answer: ${sayError(error)}.`, mendOf(error));
  }
}

/** Over the prompt of the site's assistant, which takes most of the time, ms; null: it said nothing. */
async function timeFirstWord(model: Model): Promise<number | null> {
  const content = readBrandContent().assistant.model?.messages?.[0]?.content ?? '';
  const messages = [
    { role: 'system', content },
    { role: 'user', content: 'Say hello.' },
  ] as const;
  const stop = new AbortController();
  const started = performance.now();
  try {
    for await (const piece of model.respond({ messages, maxTokens: 16, signal: stop.signal }))
      if (typeof piece === 'string' && piece.trim() !== '')
        return Math.round(performance.now() - started);
    return null;
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
