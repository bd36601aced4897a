import type { CallStore } from '../../calls/call-store.ts';
import type { EraseCalls } from '../../calls/erase-calls.ts';
import { csvPages } from '../../http/csv/csv-pages.ts';
import type { Database } from '../../storage/database.ts';
import { CsvAnswer } from '../csv-answer.ts';
import { preconditionFailed } from '../entity-tag.ts';
import type { Handler, HandlersOf } from '../registrar.ts';
import { callExport } from './call-export.ts';
import { noTelephony, refuseTelephony } from './refuse-telephony.ts';

export interface CallHandlerOptions {
  readonly db: Database;
  readonly calls: CallStore;
  readonly erase: EraseCalls;
  readonly startWebCall: Handler<'call.createWeb'>;
}

/** Starting, reading and deleting calls: their lives are in `calls/`. */
export function callHandlers(options: CallHandlerOptions): HandlersOf<'call'> {
  const { db, calls, erase, startWebCall } = options;
  return {
    'call.createWeb': startWebCall,
    async 'call.create'(request) {
      refuseTelephony(request.body);
      const { id } = await startWebCall(request);
      return calls.get(request.token.orgId, id);
    },
    async 'call.createPhone'({ body }) {
      throw noTelephony(body);
    },
    'call.list': ({ token, query }) => calls.list(token.orgId, query),
    'call.page': ({ token, query }) => calls.page(token.orgId, query),
    'call.pageMetadata': ({ token, query }) => calls.pageMetadata(token.orgId, query),
    'call.export': async ({ token, query }) =>
      new CsvAnswer('calls', csvPages(callExport(db, token.orgId, query))),
    'call.get': ({ token, id }) => calls.get(token.orgId, id),
    'call.update': ({ token, id, body, ifMatch }) => calls.update(token.orgId, id, body, ifMatch),
    async 'call.delete'({ token, id, ifMatch }) {
      const {
        messages: _messages,
        artifact: _artifact,
        ...call
      } = await calls.get(token.orgId, id);
      if (ifMatch !== null && Date.parse(ifMatch) !== Date.parse(call.updatedAt))
        throw preconditionFailed('call');
      await erase(token.orgId, [id]);
      const { assistant: _assistant, assistantOverrides: _overrides, ...metadata } = call;
      return metadata;
    },
  };
}
