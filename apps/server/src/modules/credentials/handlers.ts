import { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import {
  type AcceptConnectionOptions,
  createAcceptConnection,
  isConnected,
} from './accept-connection.ts';
import type { ConnectSessions } from './connect-sessions.ts';
import type { CredentialStore } from './credential-store.ts';

export interface CredentialHandlersOptions extends AcceptConnectionOptions {
  readonly store: CredentialStore;
  readonly sessions: ConnectSessions;
}

/** Credentials for providers: stored sealed, or connected by the owner of the account. */
export function credentialHandlers(options: CredentialHandlersOptions): HandlersOf<'credential'> {
  const { store, sessions } = options;
  const accept = createAcceptConnection(options);
  return {
    'credential.create': ({ token, body }) => store.create(token.orgId, body),
    'credential.list': ({ token, query }) => store.list(token.orgId, query),
    'credential.get': ({ token, id }) => store.get(token.orgId, id),
    'credential.update': ({ token, id, body, ifMatch }) =>
      store.update(token.orgId, id, body, { ifMatch }),
    'credential.delete': ({ token, id, ifMatch }) => store.remove(token.orgId, id, { ifMatch }),
    async 'credential.session'({ token, body }) {
      const { provider } = body;
      return { sessionToken: await sessions.create({ orgId: token.orgId, provider }) };
    },
    'credential.webhook': ({ body }) => accept(body),
    async 'credential.trigger'({ token, body }) {
      const connected = (await store.providers(token.orgId)).some(isConnected);
      throw connected
        ? new ApiError(
            'not_configured',
            'This server has no connection service that could run an action. Call the provider from a tool with a server of your own.',
          )
        : noAccount(body.action_name);
    },
  };
}

function noAccount(action: string): ApiError {
  return badField(
    'action_name',
    `“${action}” needs a connected account, and your organisation has none. Begin with POST /credential/session.`,
  );
}
