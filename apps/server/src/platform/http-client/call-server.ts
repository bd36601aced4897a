import { randomUUID } from 'node:crypto';
import type { Server } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { LogWriter } from '../../modules/logs/log-port.ts';
import { describeRefusal } from './describe-refusal.ts';
import type { HttpAnswer, HttpOut } from './http-out.ts';
import { isOutgoingError } from './outgoing-error.ts';
import { sendWithBackoff } from './send-with-backoff.ts';
import type { OpenServerHeaders } from './server-headers.ts';

export interface ServerCallerOptions {
  readonly http: Pick<HttpOut, 'send'>;
  readonly clock: Clock;
  readonly logs: Pick<LogWriter, 'write'>;
  readonly openHeaders: OpenServerHeaders;
}

export interface ServerCall {
  readonly orgId: string;
  readonly server: Server & { readonly url: string };
  /** `tool-calls`, `end-of-call-report`, …: for the log. */
  readonly type: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
  /** The same whenever the same is sent again, so that a receiver can tell. */
  readonly deliveryId?: string;
  readonly callId?: string | null;
  readonly assistantId?: string | null;
  readonly phoneNumberId?: string | null;
}

/**
 * Tells a server of the organisation's own something, signed and logged.
 *
 * @throws an `OutgoingError`
 */
export type CallServer = (call: ServerCall) => Promise<HttpAnswer>;

const DELIVERY_HEADER = 'x-kindling-delivery';
/** Answers may hold long results for a model, and no films. */
const MAX_BYTES = 512 * 1_024;
const DEFAULT_TIMEOUT_SECONDS = 20;

export function createCallServer(options: ServerCallerOptions): CallServer {
  const { http, clock, logs, openHeaders } = options;

  return async (call) => {
    const { server, orgId, signal } = call;
    const body = JSON.stringify(call.body);
    const messageId = call.deliveryId ?? randomUUID();
    const startedAt = clock.now();
    const log = (outcome: { requestHttpCode?: number; error?: string }) =>
      logs.write({
        orgId,
        type: 'Webhook',
        time: startedAt,
        webhookType: call.type,
        ...outcome,
        callId: call.callId ?? null,
        assistantId: call.assistantId ?? null,
        phoneNumberId: call.phoneNumberId ?? null,
        requestDurationSeconds: (clock.now() - startedAt) / 1_000,
        requestMethod: 'POST',
        // Without its query, which may hold a key.
        requestPath: `${new URL(server.url).origin}${new URL(server.url).pathname}`,
      });
    try {
      const writeHeaders = await openHeaders({ orgId, server, body, signal, messageId });
      const answer = await sendWithBackoff(
        () => ({
          url: server.url,
          method: 'POST',
          body,
          headers: {
            ...writeHeaders(),
            'content-type': 'application/json',
            ...(call.deliveryId === undefined ? {} : { [DELIVERY_HEADER]: call.deliveryId }),
          },
          timeout: (server.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1_000,
          mostBytes: MAX_BYTES,
        }),
        { http, clock, signal, plan: server.backoffPlan ?? null },
      );
      const failed = answer.status < 200 || answer.status >= 300;
      const error = failed ? { error: `The server ${describeRefusal(answer.status)}.` } : {};
      log({ requestHttpCode: answer.status, ...error });
      return answer;
    } catch (error) {
      log({
        error: isOutgoingError(error)
          ? `The request failed: ${error.message}.`
          : 'The request was given up.',
      });
      throw error;
    }
  };
}
