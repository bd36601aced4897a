import { randomUUID } from 'node:crypto';
import type { AssistantCreate, Call } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { ZodType, z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { isFields } from '../../../platform/errors/is-fields.ts';
import type { CallServer } from '../../../platform/http-client/call-server.ts';
import type { JobKind, Jobs, NewJob } from '../../../platform/jobs/jobs.ts';
import { tryLater } from '../../../platform/jobs/try-later.ts';
import { keepsWords } from '../../assistants/retention-plans.ts';
import { callStatus } from '../live/call-status.ts';
import { type DueWebhook, END_OF_CALL_REPORT } from './call-reporter.ts';
import { settleReport } from './crash-report.ts';
import { lastingWebhook, passingWebhook } from './webhook-job.ts';

export interface WebhookQueueOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'add' | 'wake'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly callServer: CallServer;
}

/** Stores the webhooks of calls for the jobs that send them; sends at once what may not be stored. */
export interface WebhookQueue {
  /** Stores one job of a call. Never rejects: a report that could not be stored is tried again later. */
  add<S extends ZodType>(
    call: Call,
    kind: JobKind<S>,
    job: Omit<NewJob<z.input<S>>, 'orgId'>,
  ): Promise<void>;
  /** Resolves when it is stored, or is being sent. Never rejects. */
  enqueue(call: Call, assistant: AssistantCreate, due: DueWebhook): Promise<void>;
  /** No report of the call is owed any more. Never rejects. */
  forget(call: Call): Promise<void>;
}

/** Longest that a server is waited for, ms. */
const UNSTORED_TIMEOUT = 60_000;
/** They tell that something happened, and nothing of what was said. */
const WORDLESS: ReadonlySet<string> = new Set(['status-update', 'hang', 'speech-update']);

export function createWebhookQueue(options: WebhookQueueOptions): WebhookQueue {
  const { db, jobs, clock, log, callServer } = options;

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

  const forget = (call: Call) =>
    settleReport(db, call).catch((error: unknown) =>
      log.error({ callId: call.id, err: error }, 'report not taken back'),
    );

  return {
    add,
    forget,
    async enqueue(call, assistant, due) {
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
  };
}

function withoutWords(payload: ReturnType<typeof toPayload>) {
  const { artifact: sent } = payload.message;
  const artifact = { ...(isFields(sent) && sent), messages: [], transcript: '' };
  return { ...payload, message: { ...payload.message, artifact, transcript: '' } };
}

/** What is stored of a webhook until it is sent. */
export function toPayload(call: Call, { server, type, message }: DueWebhook) {
  return { server, type, message, callId: call.id, assistantId: call.assistantId ?? null };
}
