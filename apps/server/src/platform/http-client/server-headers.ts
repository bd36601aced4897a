import { randomUUID } from 'node:crypto';
import type { Server } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { ProveToServer } from '../../modules/credentials/server-proof.ts';
import { mergeHeaders } from './outgoing-parts.ts';
import { SIGNATURE_HEADER, signBody } from './sign-request.ts';
import { STANDARD_HEADERS, standardHeaders } from './standard-webhook.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface ServerHeadersOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: WebhookSecrets;
  /** For servers that name a credential. */
  readonly prove: ProveToServer;
}

export interface SentToServer {
  readonly orgId: string;
  readonly server: Server & { readonly url: string };
  readonly body: string;
  readonly signal: AbortSignal;
  /** The same on every attempt. @default a new one */
  readonly messageId?: string;
}

/**
 * The headers of a message to an organisation's own server, by which it knows that the message is ours: its own, those of
 * its credential, and the signatures, which are of the moment at which they are written.
 *
 * @throws an `OutgoingError`
 */
export type OpenServerHeaders = (sent: SentToServer) => Promise<() => Record<string, string>>;

/** The same, written once. */
export type ServerHeaders = (sent: SentToServer) => Promise<Record<string, string>>;

export function createOpenServerHeaders(options: ServerHeadersOptions): OpenServerHeaders {
  const { clock, secrets, prove } = options;
  return async ({ orgId, server, body, signal, messageId = randomUUID() }) => {
    const { credentialId, url } = server;
    const request = { method: 'POST', url, body, messageId };
    const proof = credentialId ? await prove({ orgId, credentialId, signal }, request) : {};
    const own = mergeHeaders(server.headers ?? {}, proof);
    const secret = server.secret ?? secrets.of(orgId);
    return () => {
      const now = clock.now();
      return {
        // A receiver that has headers of these names itself means what it says.
        ...(!STANDARD_HEADERS.some((name) => name in own) &&
          standardHeaders(secret, { id: messageId, body, now })),
        ...own,
        [SIGNATURE_HEADER]: signBody(secret, body, now),
      };
    };
  };
}

export const createServerHeaders =
  (open: OpenServerHeaders): ServerHeaders =>
  async (sent) =>
    (await open(sent))();
