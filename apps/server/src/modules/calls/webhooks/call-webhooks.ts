import { randomUUID } from 'node:crypto';
import type { AssistantCreate, Call, RecordedArtifact } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { ZodType, z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { isFields } from '../../../platform/errors/is-fields.ts';
import type { CallServer } from '../../../platform/http-client/call-server.ts';
import type { JobKind, Jobs, NewJob } from '../../../platform/jobs/jobs.ts';
import { tryLater } from '../../../platform/jobs/try-later.ts';
import type { CallRecordings } from '../../../rooms/recording/parts/call-recordings.ts';
import { keepsWords } from '../../assistants/retention-plans.ts';
import { ASSISTANT_DEFAULTS } from '../../assistants/runtime/conversation-settings.ts';
import type { OrgServers } from '../../tools/org-servers.ts';
import { callStatus } from '../live/call-status.ts';
import {
  type CallOutcome,
  type CallReporter,
  createCallReporter,
  type DueWebhook,
  END_OF_CALL_REPORT,
  endOfCallReport,
  SILENT_REPORTER,
  wantsReport,
} from './call-reporter.ts';
import { crashReport, crashReportDue, reportCrashes, settleReport } from './crash-report.ts';
import { lastingWebhook, passingWebhook, sendWebhooks } from './webhook-job.ts';

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
/** Longest that a server is waited for, ms. */
const UNSTORED_TIMEOUT = 60_000;
/** They tell that something happened, and nothing of what was said. */
const WORDLESS: ReadonlySet<string> = new Set(['status-update', 'hang', 'speech-update']);

/** Registers the jobs that send; call it before jobs start. */
export function createCallWebhooks(options: CallWebhooksOptions): CallWebhooks {
  const { db, jobs, clock, log, callServer, orgServers } = options;
  sendWebhooks(jobs, callServer);
  reportCrashes({
    db,
    jobs,
    openReporter: (call, { assistant, server }) =>
      openReporter(call, assistant ?? call.assistant ?? {}, server),
  });

  async function add<S extends ZodType>(
    call: Call,
    kind: JobKind<S>,
    job: Omit<NewJob<z.input<S>>, 'orgId'>,
  ) {
    const insert = (tx: Database) => jobs.add(tx, kind, { ...job, orgId: call.orgId });
    const insertReport = (tx: Database) => insert(tx).then(() => settleReport(tx, call));
    const store = async () => {
      // Most are no reports, and one statement.
      await (job.id === call.id ? db.transaction(insertReport) : insert(db));
      jobs.wake();
    };
    const handleLost = (error: unknown) =>
      log.error({ callId: call.id, kind: kind.name, err: error }, 'webhook not stored');
    await store().catch((error: unknown) => {
      handleLost(error);
      if (kind.name !== lastingWebhook.name) return;
      // The words of a call that was deleted meanwhile are not sent.
      void tryLater(
        clock,
        async () => (await callStatus(db, call.id)) !== undefined && store(),
      ).catch(handleLost);
    });
  }

  /** What may not be stored is sent at once, and once; a report that did not arrive is kept without its words. */
  function sendUnstored(call: Call, payload: ReturnType<typeof toPayload>, lasting: boolean): void {
    const { server, type, message, ...about } = payload;
    const signal = AbortSignal.timeout(UNSTORED_TIMEOUT);
    const ids = { orgId: call.orgId, deliveryId: randomUUID() };
    const send = async () => {
      const answer = await callServer({
        ...ids,
        ...about,
        server,
        type,
        signal,
        body: { message },
      });
      if (answer.status >= 300) throw new Error(`The server answered ${answer.status}.`);
    };
    send().catch((error: unknown) => {
      log.warn({ callId: call.id, type, err: error }, 'webhook of an unstored call not sent');
      if (lasting) void add(call, lastingWebhook, { payload: withoutWords(payload) });
    });
  }

  function openReporter(call: Call, assistant: AssistantCreate, server: DueWebhook['server']) {
    return createCallReporter({
      call,
      assistant,
      server,
      now: () => clock.now(),
      findRecorded: () => describeRecordings(call, options),
      enqueue: async (due) => {
        const kind = due.lasting ? lastingWebhook : passingWebhook;
        const payload = toPayload(call, due);
        const isReport = due.type === END_OF_CALL_REPORT;
        // Two that report one call, where one was taken for dead, store one report.
        const id = isReport ? { id: call.id } : {};
        if (keepsWords(assistant) || WORDLESS.has(due.type))
          return add(call, kind, { ...id, payload });
        if (isReport) await forget(call);
        sendUnstored(call, payload, due.lasting);
      },
    });
  }

  const forget = (call: Call) =>
    settleReport(db, call).catch((error: unknown) =>
      log.error({ callId: call.id, err: error }, 'report not taken back'),
    );

  return {
    forget,
    async open(call, assistant, { isNew } = { isNew: true }) {
      const server = await orgServers.choose(call.orgId, assistant.server);
      if (server === null) return SILENT_REPORTER;
      const longest = assistant.maxDurationSeconds ?? ASSISTANT_DEFAULTS.maxDurationSeconds;
      const { name, metadata, serverMessages } = assistant;
      if (isNew && wantsReport(assistant))
        await add(call, crashReport, {
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

function withoutWords(payload: ReturnType<typeof toPayload>) {
  const { artifact: sent } = payload.message;
  const artifact = { ...(isFields(sent) && sent), messages: [], transcript: '' };
  return { ...payload, message: { ...payload.message, artifact, transcript: '' } };
}

function toPayload(call: Call, { server, type, message }: DueWebhook) {
  return { server, type, message, callId: call.id, assistantId: call.assistantId ?? null };
}
