import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { logHandlers } from './handlers.ts';
import type { LogWriter } from './log-port.ts';
import { createLogStore } from './log-store.ts';

export interface LogsContext extends Pick<PlatformContext, 'db'> {
  readonly logs: LogWriter;
}

export function registerLogs({ db, logs }: LogsContext): HandlersOf<'log'> & HandlersOf<'logs'> {
  return logHandlers({ store: createLogStore(db), writer: logs });
}
