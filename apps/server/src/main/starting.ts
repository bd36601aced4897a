import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { ServerParts } from './server-parts.ts';

/** A server that is being started: each step opens something, and has it closed when a later one fails. */
export interface Starting {
  readonly config: Config;
  readonly parts: ServerParts;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly resources: AsyncDisposableStack;
}
