import {
  type Circuit,
  createCircuit,
  createModelWarmer,
  type ModelWarmer,
  withDefaultRules,
} from '@kindling/conversation';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { LlmConfig } from '../../../../platform/config/config.ts';
import type { ModelFactories } from '../engines.ts';

/** What is known of this server's language model, over all calls. */
export interface ServerModel {
  readonly circuit: Circuit;
  readonly warmer: ModelWarmer;
}

export interface ServerModelOptions {
  readonly llm: LlmConfig | null;
  readonly models: Pick<ModelFactories, 'writer'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Has the model loaded from now on, so that the first caller does not have to wait for it. */
export function createServerModel({ llm, models, clock, log }: ServerModelOptions): ServerModel {
  const now = () => clock.now();
  const circuit = createCircuit({ now });
  if (llm === null) return { circuit, warmer: { warm() {}, handleWord() {} } };
  const warmer = createModelWarmer({
    // It waits longer than a caller would.
    model: withDefaultRules(models.writer(llm)),
    now,
    onWarm(took) {
      circuit.recover();
      log.info({ took: Math.round(took) }, 'the language model is loaded');
    },
    onFailure: (error) =>
      log.warn({ err: error }, 'the language model does not answer: the guide does'),
  });
  warmer.warm('');
  return { circuit, warmer };
}
