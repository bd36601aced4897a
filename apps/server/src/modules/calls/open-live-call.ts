import type { Call } from '@kindling/protocol';
import { DEFAULT_CLIENT_MESSAGES } from '@kindling/protocol/messages';
import type { Logger } from 'pino';
import type { ProviderPrices } from '../../platform/config/provider-prices.ts';
import type { Spans } from '../../platform/telemetry/spans.ts';
import { assistantOfCall } from '../assistants/retention-plans.ts';
import type { SpeechEngines } from '../assistants/runtime/engines.ts';
import type { AssistantRouter } from '../assistants/runtime/router.ts';
import type { LogWriter } from '../logs/log-port.ts';
import type { CallSession } from '../sessions/call-session.ts';
import type { AnalysedCall, CallAnalyses } from './analysis/call-analysis.ts';
import { noteSpeakers } from './analysis/note-speakers.ts';
import type { RecordsOfCall } from './live/call-room.ts';
import {
  createLiveCall,
  type LiveCall,
  type LiveCallOptions,
  type LiveCallServices,
} from './live/live-call.ts';
import type { ResumptionState } from './resumption/resumption-state.ts';
import { callLogWriter, logCall } from './store/call-log.ts';
import { traceCall } from './traces/trace-call.ts';
import type { CallReporter } from './webhooks/call-reporter.ts';
import type { CallWebhooks } from './webhooks/call-webhooks.ts';

/** What calls need that begin and calls that go on. */
export interface OpenLiveCallOptions extends LiveCallServices {
  readonly webhooks: Pick<CallWebhooks, 'open' | 'forget'>;
  readonly analyses: CallAnalyses;
  readonly logs: Pick<LogWriter, 'write'>;
  /** Of providers elsewhere. */
  readonly prices: ProviderPrices;
  /** Where traces go; null: nowhere. */
  readonly spans: Spans | null;
  /** What can be recorded here, and what the operator allows. */
  readonly records: RecordsOfCall;
}

export interface LiveCallOpening
  extends Pick<ResumptionState, 'baseUrl' | 'isTrusted' | 'endsWhenLeft' | 'workflowOverrides'>,
    Pick<CallSession, 'history'>,
    Pick<LiveCallOptions, 'budget' | 'meter' | 'roomName' | 'store' | 'onClosed' | 'resumed'> {
  readonly call: Call;
  readonly speech: SpeechEngines;
  readonly router: AssistantRouter;
  readonly log: Logger;
}

/**
 * Opens the room of a stored call with its assistant in it, and notifies those whom it concerns.
 *
 * @throws when the room cannot be made
 */
export async function openLiveCall(
  options: OpenLiveCallOptions,
  opening: LiveCallOpening,
): Promise<LiveCall> {
  const { call, speech, resumed } = opening;
  const { router, speakers } = noteSpeakers(opening.router);
  const { speaker } = router;
  const assistant = assistantOfCall(router);
  const writeLine = callLogWriter({ call, logs: options.logs, now: () => options.clock.now() });
  const analysed = { call, assistant, speakers };
  const live = createLiveCall({
    ...options,
    ...opening,
    id: call.id,
    orgId: call.orgId,
    router,
    records: whatIsRecorded(options, call),
    clientMessages: assistant.clientMessages ?? DEFAULT_CLIENT_MESSAGES,
    engines: { ...speech, model: speaker.model, voice: speaker.voice ?? speech.voice },
    reporter: await openReporter(options, analysed, resumed === undefined),
    writeLine,
  });
  if (resumed !== undefined)
    writeLine(
      resumed.wasCutOff === false
        ? { message: 'The call was handed over to another server.', level: 'INFO' }
        : { message: 'The server died; the call goes on.', level: 'WARN' },
    );
  else
    for (const { path, message } of assistant.warnings ?? [])
      writeLine({ message: `${path}: ${message}`, level: 'WARN' });
  return live;
}

export function whatIsRecorded(
  { records }: Pick<OpenLiveCallOptions, 'records'>,
  { artifactPlan }: Call,
): RecordsOfCall {
  return {
    sound: records.sound && artifactPlan?.recordingEnabled === true,
    // The client waits for a recording to start if this says so: only where one can.
    video: records.video && artifactPlan?.videoRecordingEnabled === true,
  };
}

/** What is notified of the call: its log, its analysis, the organisation's server. */
async function openReporter(
  { analyses, clock, logs, spans, webhooks }: OpenLiveCallOptions,
  analysed: AnalysedCall,
  isNew: boolean,
): Promise<CallReporter> {
  const { call, assistant } = analysed;
  const reporter = analyses.before(await webhooks.open(call, assistant, { isNew }), analysed);
  const now = () => clock.now();
  const traced = traceCall(reporter, { call, assistant, spans, now });
  return logCall(traced, { call, logs, now });
}
