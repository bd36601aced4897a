import type { Call, CallRecordingPart } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { RedirectAnswer } from '../../platform/requests/answers/redirect-answer.ts';
import { CsvAnswer } from '../../platform/requests/csv/csv-answer.ts';
import { csvPages } from '../../platform/requests/csv/csv-pages.ts';
import type { Handler, HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { CallRecordings } from '../../rooms/recording/parts/call-recordings.ts';
import { CallLogAnswer } from '../logs/call-log-answer.ts';
import { callLogLines } from '../logs/call-log-lines.ts';
import type { LogWriter } from '../logs/log-port.ts';
import { preconditionFailed } from '../references/entity-tag.ts';
import { includesRole } from '../tokens/role.ts';
import { createAddRecordingLinks } from './add-recording-links.ts';
import { callExport } from './call-export.ts';
import type { LiveCalls } from './live/live-calls.ts';
import type { MonitorLinks } from './monitor/monitor-links.ts';
import { noTelephony, rejectTelephony } from './reject-telephony.ts';
import type { CallStore } from './store/call-store.ts';
import type { EraseCalls } from './store/erase-calls.ts';

export interface CallHandlerOptions {
  readonly db: Database;
  readonly calls: CallStore;
  readonly erase: EraseCalls;
  readonly recordings: CallRecordings;
  readonly logs: Pick<LogWriter, 'flush'>;
  readonly startWebCall: Handler<'call.createWeb'>;
  readonly live: Pick<LiveCalls, 'find'>;
  readonly monitorLinks: Pick<MonitorLinks, 'make'>;
}

/** Starting, reading and deleting calls: their lives are in `calls/`. */
export function callHandlers(options: CallHandlerOptions): HandlersOf<'call'> {
  const { db, calls, erase, startWebCall } = options;
  const addRecordingLinks = createAddRecordingLinks(options.recordings);
  const tellOf = async (call: Call, reader: Parameters<typeof addRecordingLinks>[1]) =>
    (await addRecordingLinks([call], reader))[0] ?? call;
  return {
    'call.createWeb': startWebCall,
    async 'call.create'(request) {
      rejectTelephony(request.body);
      const { id } = await startWebCall(request);
      return calls.get(request.token.orgId, id);
    },
    async 'call.createPhone'({ body }) {
      throw noTelephony(body);
    },
    'call.list': async (request) =>
      addRecordingLinks(await calls.list(request.token.orgId, request.query), request),
    async 'call.page'(request) {
      const page = await calls.page(request.token.orgId, request.query);
      return { ...page, results: await addRecordingLinks(page.results, request) };
    },
    'call.pageMetadata': ({ token, query }) => calls.pageMetadata(token.orgId, query),
    'call.export': async ({ token, query, baseUrl }) =>
      new CsvAnswer('calls', csvPages(callExport(db, { orgId: token.orgId, query, baseUrl }))),
    async 'call.get'(request) {
      const call = await calls.get(request.token.orgId, request.id);
      return tellOf({ ...call, ...monitorOf(options, request) }, request);
    },
    async 'call.update'(request) {
      const { token, id, body, ifMatch } = request;
      return tellOf(await calls.update(token.orgId, id, body, ifMatch), request);
    },
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
    ...downloads(options),
  };
}

/** Where a call that goes on is listened to and steered, for who may change it. */
function monitorOf(
  { live, monitorLinks }: CallHandlerOptions,
  { token, id, baseUrl }: Parameters<Handler<'call.get'>>[0],
) {
  const plan = includesRole(token.role, 'editor') ? live.find(id)?.monitorPlan : undefined;
  const monitor = plan && monitorLinks.make({ callId: id, plan, baseUrl });
  return monitor === undefined || monitor === null ? {} : { monitor };
}

/** What there is to download of one call. */
function downloads({ db, calls, logs, recordings }: CallHandlerOptions) {
  const toPart =
    (part: CallRecordingPart): Handler<'call.monoRecording'> =>
    async ({ token, id, baseUrl }) => {
      const call = await calls.get(token.orgId, id);
      return new RedirectAnswer(await recordings.link(call, part, baseUrl));
    };
  return {
    'call.monoRecording': toPart('mono'),
    'call.stereoRecording': toPart('stereo'),
    'call.customerRecording': toPart('customer'),
    'call.assistantRecording': toPart('assistant'),
    'call.videoRecording': toPart('video'),
    async 'call.logs'({ token, id }) {
      await calls.get(token.orgId, id);
      // What is still waiting to be written is read like the rest.
      await logs.flush();
      return new CallLogAnswer(id, callLogLines(db, token.orgId, id));
    },
  } satisfies Partial<HandlersOf<'call'>>;
}
