import type { AssistantCreate, Call, RecordedArtifact } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import type { CallServer } from '../../../platform/http-client/call-server.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { CallRecordings } from '../../../rooms/recording/parts/call-recordings.ts';
import { ASSISTANT_DEFAULTS } from '../../assistants/runtime/conversation-settings.ts';
import type { OrgServers } from '../../tools/org-servers.ts';
import {
  type CallOutcome,
  type CallReporter,
  createCallReporter,
  type DueWebhook,
  endOfCallReport,
  SILENT_REPORTER,
  wantsReport,
} from './call-reporter.ts';
import { crashReport, crashReportDue, reportCrashes } from './crash-report.ts';
import { lastingWebhook, sendWebhooks } from './webhook-job.ts';
import { createWebhookQueue, toPayload } from './webhook-queue.ts';

export interface CallWebhooksOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'handle' | 'add' | 'wake'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly callServer: CallServer;
  readonly orgServers: OrgServers;
  readonly recordings: Pick<CallRecordings, 'describe'>;
}

/** Who tells the server of a call's assistant, or of its organisation, what happens. */
export interface CallWebhooks {
  /** `isNew`: the report of a crash is not due yet. @default true */
  open(
    call: Call,
    assistant: AssistantCreate,
    state?: { readonly isNew: boolean },
  ): Promise<CallReporter>;
  /** Nothing is reported of a call that did not begin. Never rejects. */
  forget(call: Call): Promise<void>;
  /** Prepares the report of a finished call; call it before the transaction that sends it. */
  prepareReport(call: Call, assistant: AssistantCreate): Promise<TellOutcome>;
}

/** Has the report sent once `tx` is committed. */
export type TellOutcome = (tx: Database, outcome: Omit<CallOutcome, 'recorded'>) => Promise<void>;

/** Seconds that the links in a report are good without a key; it may be late, or be read late. */
const LINKS_GOOD_FOR = 86_400;

/** Registers the jobs that send; call it before jobs start. */
export function createCallWebhooks(options: CallWebhooksOptions): CallWebhooks {
  const { db, jobs, clock, callServer, orgServers } = options;
  const queue = createWebhookQueue(options);
  sendWebhooks(jobs, callServer);
  reportCrashes({
    db,
    jobs,
    openReporter: (call, { assistant, server }) =>
      openReporter(call, assistant ?? call.assistant ?? {}, server),
  });

  function openReporter(call: Call, assistant: AssistantCreate, server: DueWebhook['server']) {
    return createCallReporter({
      call,
      assistant,
      server,
      now: () => clock.now(),
      findRecorded: () => describeRecordings(call, options),
      enqueue: (due) => queue.enqueue(call, assistant, due),
    });
  }

  return {
    forget: queue.forget,
    async open(call, assistant, { isNew } = { isNew: true }) {
      const server = await orgServers.choose(call.orgId, assistant.server);
      if (server === null) return SILENT_REPORTER;
      const longest = assistant.maxDurationSeconds ?? ASSISTANT_DEFAULTS.maxDurationSeconds;
      const { name, metadata, serverMessages } = assistant;
      if (isNew && wantsReport(assistant))
        await queue.add(call, crashReport, {
          payload: { callId: call.id, server, assistant: { name, metadata, serverMessages } },
          dueAt: crashReportDue(clock.now(), longest),
        });
      return openReporter(call, assistant, server);
    },
    async prepareReport(call, assistant) {
      const server = await orgServers.choose(call.orgId, assistant.server);
      if (server === null) return async () => {};
      const now = () => clock.now();
      const recorded = await describeRecordings(call, options);
      return async (tx, outcome) => {
        const due = endOfCallReport({ call, assistant, server, now }, { ...outcome, recorded });
        if (due === null) return;
        const { id, orgId } = call;
        await jobs.add(tx, lastingWebhook, { id, orgId, payload: toPayload(call, due) });
      };
    },
  };
}

/** What was recorded of a call that is over, even where its row does not say so yet; empty where that cannot be read. */
async function describeRecordings(
  call: Call,
  { recordings, log }: Pick<CallWebhooksOptions, 'recordings' | 'log'>,
): Promise<RecordedArtifact> {
  const options = { baseUrl: baseUrlOf(call), presignedFor: LINKS_GOOD_FOR };
  try {
    const found = await recordings.describe([{ ...call, status: 'ended' }], options);
    return found.get(call.id) ?? {};
  } catch (error) {
    log.error({ callId: call.id, err: error }, 'recordings not looked for');
    return {};
  }
}

/** Where this server was reached when the call was made. */
function baseUrlOf({ webCallUrl }: Call): string {
  return (webCallUrl ?? '').replace(/\/room\/[^/]*$/, '');
}
