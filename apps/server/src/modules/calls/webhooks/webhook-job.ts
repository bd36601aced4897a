import { serverSchema } from '@kindling/protocol';
import { z } from 'zod';
import type { CallServer } from '../../../platform/http-client/call-server.ts';
import { isOutgoingError } from '../../../platform/http-client/outgoing-error.ts';
import { JobAbandoned, type JobKind, type Jobs } from '../../../platform/jobs/jobs.ts';

const payload = z.object({
  server: serverSchema.extend({ url: z.string() }),
  type: z.string(),
  callId: z.string(),
  assistantId: z.string().nullable(),
  message: z.record(z.string(), z.unknown()),
});

/** Longer than any plan of a server lets one attempt take, ms. */
const TIMEOUT = 15 * 60_000;

/** What has to arrive, if late: how a call went. */
export const lastingWebhook = {
  name: 'webhook',
  payload,
  timeout: TIMEOUT,
  concurrency: 32,
  perOrganisation: 4,
} satisfies JobKind<typeof payload>;

/** What is of use while the call goes on. */
export const passingWebhook = {
  name: 'webhook-passing',
  payload,
  attempts: 3,
  timeout: TIMEOUT,
  concurrency: 64,
  perOrganisation: 8,
} satisfies JobKind<typeof payload>;

/** Sends what is due; a server that does not take it is asked again later. */
export function sendWebhooks(jobs: Pick<Jobs, 'handle'>, callServer: CallServer): void {
  for (const kind of [lastingWebhook, passingWebhook]) {
    jobs.handle(kind, async ({ id, orgId, payload: due, signal }) => {
      if (orgId === null) throw new JobAbandoned('A webhook is of an organisation.');
      const { server, type, callId, assistantId, message } = due;
      const call = {
        orgId,
        server,
        type,
        callId,
        assistantId,
        signal,
        deliveryId: id,
        body: { message },
      };
      const answer = await callServer(call).catch(abandonHopeless);
      if (answer.status >= 200 && answer.status < 300) return;
      throw new Error(`The server answered ${answer.status}.`);
    });
  }
}

/** An address that is not allowed will not be allowed later. */
function abandonHopeless(error: unknown): never {
  if (isOutgoingError(error) && !error.retryable) throw new JobAbandoned(error.message);
  throw error;
}
