import type { Model, ModelUsage } from '@kindling/conversation';

/** What was had of a provider elsewhere. */
export type ProviderUse = {
  readonly provider: string;
  /** Null: the provider's usual one. */
  readonly model: string | null;
} & (
  | { readonly type: 'transcriber'; readonly seconds: number }
  | { readonly type: 'voice'; readonly characters: number }
  | { readonly type: 'model'; readonly promptTokens: number; readonly completionTokens: number }
);

/** Adds up what one call has of providers elsewhere. */
export interface UseMeter {
  /** Beside what was had before. */
  add(use: ProviderUse): void;
  /** So far: one for each kind, provider and model, in the order they were first used. */
  readonly uses: readonly ProviderUse[];
  /** Something is had of which it will only be known later how much: call what is returned once it has been added. */
  begin(): () => void;
  /** Null: nothing is open. Resolves when all that was begun is counted. */
  readonly settled: Promise<void> | null;
}

export function createUseMeter(): UseMeter {
  const uses = new Map<string, ProviderUse>();
  let open = 0;
  let all = Promise.withResolvers<void>();
  return {
    add(use) {
      const key = JSON.stringify([use.type, use.provider, use.model]);
      const before = uses.get(key);
      uses.set(key, before === undefined ? use : addUp(before, use));
    },
    get uses() {
      return [...uses.values()];
    },
    begin() {
      open += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        open -= 1;
        if (open > 0) return;
        all.resolve();
        all = Promise.withResolvers();
      };
    },
    get settled() {
      return open === 0 ? null : all.promise;
    },
  };
}

/** The same model, of which each answer is counted as its server counts it, or roughly where it was cut off. */
export function countTokens(model: Model, meter: UseMeter): Model {
  const onUsage = (usage: ModelUsage) => meter.add({ type: 'model', ...usage });
  return {
    ...model,
    async *respond(request) {
      const end = meter.begin();
      try {
        yield* model.respond({ ...request, onUsage });
      } finally {
        end();
      }
    },
  };
}

function addUp(one: ProviderUse, other: ProviderUse): ProviderUse {
  if (one.type === 'transcriber' && other.type === 'transcriber')
    return { ...one, seconds: one.seconds + other.seconds };
  if (one.type === 'voice' && other.type === 'voice')
    return { ...one, characters: one.characters + other.characters };
  if (one.type === 'model' && other.type === 'model')
    return {
      ...one,
      promptTokens: one.promptTokens + other.promptTokens,
      completionTokens: one.completionTokens + other.completionTokens,
    };
  return one;
}
