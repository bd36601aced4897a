import type { Model, ModelMessage } from '../model.ts';
import { isModelError } from '../openai/model-error.ts';

export interface ModelWarmerOptions {
  /** Waits for its first word as long as a server takes to load a model. */
  readonly model: Model;
  /** Epoch ms. */
  readonly now: () => number;
  /** The model answered: `took` ms. */
  readonly onWarm: (took: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Has a model loaded, and a prompt read, by a question whose answer nobody waits for. A caller's own question would not
 * do: when the guide takes its turn over, the connection is closed, and servers then stop loading (Ollama).
 */
export interface ModelWarmer {
  /** Asks in the background, unless the model has spoken over this prompt lately or is being asked. */
  warm(prompt: string): void;
  /** The model spoke over this prompt. */
  handleWord(prompt: string): void;
}

/** Servers unload what is not asked for a while: Ollama after five minutes. */
const STAYS_WARM = 240_000;
/** After a failure, ms. */
const REST = 30_000;
/** Prompts that are remembered: about as many as servers keep what they have read of. */
const MAX_PROMPTS = 8;

export function createModelWarmer(options: ModelWarmerOptions): ModelWarmer {
  const { model, now, onWarm, onFailure } = options;
  /** When the model last spoke over a prompt, the longest ago first. */
  const spokeAt = new Map<string, number>();
  let restsUntil = Number.NEGATIVE_INFINITY;
  let isAsking = false;

  function handleWord(prompt: string) {
    spokeAt.delete(prompt);
    spokeAt.set(prompt, now());
    const [oldest] = spokeAt.keys();
    if (spokeAt.size > MAX_PROMPTS && oldest !== undefined) spokeAt.delete(oldest);
  }

  async function ask(prompt: string) {
    const since = now();
    try {
      await readOneWord(model, prompt);
      handleWord(prompt);
      onWarm(now() - since);
    } catch (error) {
      restsUntil = now() + REST;
      onFailure(error);
    } finally {
      isAsking = false;
    }
  }

  return {
    handleWord,
    warm(prompt) {
      const last = spokeAt.get(prompt) ?? Number.NEGATIVE_INFINITY;
      if (isAsking || now() < restsUntil || now() - last < STAYS_WARM) return;
      isAsking = true;
      void ask(prompt);
    },
  };
}

async function readOneWord(model: Model, prompt: string): Promise<void> {
  const messages: ModelMessage[] = [{ role: 'user', content: 'Hello.' }];
  if (prompt !== '') messages.unshift({ role: 'system', content: prompt });
  try {
    for await (const _ of model.respond({ messages, maxTokens: 1 })) return;
  } catch (error) {
    // It used its only token for a thought or for nothing: it is loaded all the same.
    if (!isModelError(error) || error.code !== 'model_bad_answer') throw error;
  }
}
