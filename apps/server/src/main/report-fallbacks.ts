import type { VoiceFallback } from '@kindling/conversation';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { VoiceMetrics } from '../platform/metrics/metrics.ts';

/** A machine that is busy is so for many sentences: one line in so many ms for each voice and reason. */
const INTERVAL = 60_000;

export interface ReportFallbacksOptions {
  readonly log: Pick<Logger, 'warn'>;
  readonly metrics: VoiceMetrics;
  readonly clock: Pick<Clock, 'now'>;
}

/** Counts, and says in the log, when Flite speaks in the place of another voice, and for how many sentences. */
export function reportFallbacks({
  log,
  metrics,
  clock,
}: ReportFallbacksOptions): (fallback: VoiceFallback) => void {
  const reported = new Map<string, { at: number; since: number }>();
  return ({ voice, reason, error }) => {
    metrics.voiceFellBack(reason);
    const key = `${voice} ${reason}`;
    const last = reported.get(key);
    if (last !== undefined && clock.now() - last.at < INTERVAL) {
      last.since += 1;
      return;
    }
    reported.set(key, { at: clock.now(), since: 0 });
    const fields = { voice, reason, sentencesSinceLastLine: (last?.since ?? 0) + 1 };
    log.warn(error === undefined ? fields : { ...fields, err: error }, 'Flite speaks in its place');
  };
}
