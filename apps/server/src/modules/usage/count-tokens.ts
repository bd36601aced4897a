import type { Model, ModelUsage } from '@kindling/conversation';
import type { UseMeter } from './use-meter.ts';

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
