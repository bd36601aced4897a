import { randomUUID } from 'node:crypto';
import type { Server } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { ProveToServer } from '../../modules/credentials/server-proof.ts';
import { SIGNATURE_HEADER, signBody } from './sign-request.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface ServerHeadersOptions {
  readonly clock: Clock;
  readonly secrets: WebhookSecrets;
  /** For servers that name a credential. */
  readonly prove: ProveToServer;
}

export interface SentToServer {
  readonly orgId: string;
  readonly server: Server & { readonly url: string };
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * The headers of a message to an organisation's own server, by which it knows that the message is ours: its own, those of
 * its credential, and the signature.
 *
 * @throws an `OutgoingError`
 */
export type ServerHeaders = (sent: SentToServer) => Promise<Record<string, string>>;

export function createServerHeaders({
  clock,
  secrets,
  prove,
}: ServerHeadersOptions): ServerHeaders {
  return async ({ orgId, server, body, signal }) => {
    const { credentialId, url } = server;
    const request = { method: 'POST', url, body, messageId: randomUUID() };
    return {
      ...server.headers,
      ...(credentialId && (await prove({ orgId, credentialId, signal }, request))),
      [SIGNATURE_HEADER]: signBody(server.secret ?? secrets.of(orgId), body, clock.now()),
    };
  };
}
