import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.ts';
import type { ServerParts } from './server-parts.ts';

/** A server that is being started: each step opens something, and has it closed when a later one fails. */
export interface Starting {
  readonly config: Config;
  readonly parts: ServerParts;
  readonly log: Logger;
  readonly resources: AsyncDisposableStack;
}
