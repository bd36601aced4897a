import { CONNECTED_PROVIDERS, type CredentialWebhook } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { LogWriter } from '../logs/log-port.ts';
import type { ConnectSessions } from './connect-sessions.ts';
import type { CredentialStore } from './credential-store.ts';

export interface AcceptConnectionOptions {
  readonly store: Pick<CredentialStore, 'create' | 'hasConnection'>;
  readonly sessions: ConnectSessions;
  readonly logs: LogWriter;
  readonly now: () => number;
}

/**
 * What a connection service tells. Nobody needs a key for it, so nothing is believed but what comes
 * with the session token that this server made for one organisation and one provider.
 */
export function createAcceptConnection(options: AcceptConnectionOptions) {
  const { store, sessions, logs, now } = options;
  return async (webhook: CredentialWebhook): Promise<{ accepted: boolean }> => {
    const session = await sessions.read(webhook.endUser.endUserId);
    if (session === null || session.orgId !== webhook.endUser.organizationId)
      throw unknownSession();
    const { orgId, provider } = session;
    const failed = !webhook.success;
    logs.write({
      orgId,
      time: now(),
      type: 'Provider',
      resource: 'credential',
      message: failed ? 'An account was not connected.' : 'A connection service reported.',
      ...(failed && {
        error: webhook.error?.description ?? 'The connection service gave no reason.',
      }),
      body: { provider, type: webhook.type, operation: webhook.operation },
    });
    if (failed || webhook.type !== 'auth') return { accepted: false };
    // A service repeats what it is not sure we heard; a refresh changes nothing that we keep.
    if (await store.hasConnection(orgId, provider, webhook.connectionId)) return { accepted: true };
    await store.create(orgId, { provider, authorizationId: webhook.connectionId });
    return { accepted: true };
  };
}

function unknownSession(): ApiError {
  const message = 'must be a session token of POST /credential/session, for this organizationId.';
  return new ApiError('unauthenticated', `endUser.endUserId: ${message}`, {
    fields: [{ path: 'endUser.endUserId', message }],
  });
}

/** Whether an account of it can be connected. */
export function isConnected(provider: string): boolean {
  return CONNECTED_PROVIDERS.some((one) => one === provider);
}
