import type { GuardEvents } from '@kindling/conversation';
import type { Logger } from 'pino';
import type { ModelMetrics } from '../../../../platform/metrics/metrics.ts';

/** Counts and logs what becomes of this server's language model; nothing that was said is in it. */
export function createGuardEvents(log: Logger, metrics: ModelMetrics): GuardEvents {
  return {
    onTakeover(reason, error) {
      metrics.modelTakenOver(reason);
      const isFault = reason === 'slow' || reason === 'failed';
      const fields = { reason, ...(error === undefined ? {} : { err: error }) };
      log[isFault ? 'warn' : 'debug'](fields, 'the guide answered for the language model');
    },
    onWithheld(kind) {
      metrics.sentenceWithheld(kind);
      log.debug({ kind }, 'sentence of the language model withheld');
    },
    onCutShort(error) {
      log.warn({ err: error }, 'answer of the language model cut short');
    },
  };
}
