import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { LogWriter } from '../logs/log-port.ts';
import { createConnectSessions } from './connect-sessions.ts';
import type { CredentialStore } from './credential-store.ts';
import { credentialHandlers } from './handlers.ts';

export interface CredentialsContext extends Pick<PlatformContext, 'clock' | 'secrets'> {
  readonly credentials: CredentialStore;
  readonly logs: LogWriter;
}

export function registerCredentials(context: CredentialsContext): HandlersOf<'credential'> {
  const { clock, secrets, credentials, logs } = context;
  return credentialHandlers({
    logs,
    store: credentials,
    now: () => clock.now(),
    sessions: createConnectSessions(secrets.session, clock),
  });
}
