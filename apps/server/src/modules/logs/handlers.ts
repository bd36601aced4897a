import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { LogWriter } from './log-port.ts';
import type { LogStore } from './log-store.ts';

export interface LogHandlersOptions {
  readonly store: LogStore;
  readonly writer: LogWriter;
}

/** What happened, to be read and to be forgotten. */
export function logHandlers(options: LogHandlersOptions): HandlersOf<'log'> & HandlersOf<'logs'> {
  const { store, writer } = options;
  /** What is still waiting to be written is read and deleted like the rest. */
  const settled = async <T>(execute: () => Promise<T>): Promise<T> => {
    await writer.flush();
    return execute();
  };
  return {
    'log.list': ({ token, query }) => settled(() => store.listCall(token.orgId, query)),
    'log.delete': ({ token, query }) =>
      settled(async () => ({ deleted: await store.remove(token.orgId, query) })),
    'logs.list': ({ token, query }) => settled(() => store.list(token.orgId, query)),
    'logs.delete': ({ token, query }) =>
      settled(async () => ({ deleted: await store.remove(token.orgId, query) })),
  };
}
