import type { Clock } from '@kindling/protocol/clock';
import type { Database } from '../../platform/database/database.ts';
import type { HttpOut } from '../../platform/http-client/http-out.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createConnectSessions } from '../credentials/connect-sessions.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { credentialHandlers } from '../credentials/handlers.ts';
import { createProviderClient } from '../credentials/provider-client.ts';
import type { LogWriter } from '../logs/log-port.ts';
import { voiceLibraryHandlers } from '../voice-library/handlers.ts';
import { createVoiceStore } from '../voice-library/voice-store.ts';
import { providerHandlers } from './handlers.ts';

export interface ProvidersOptions {
  readonly db: Database;
  readonly credentials: CredentialStore;
  readonly http: Pick<HttpOut, 'send'>;
  readonly logs: LogWriter;
  readonly clock: Clock;
  /** What tokens for connecting accounts are derived from. */
  readonly secret: Buffer;
}

/** Credentials, and everything that is asked of providers with them. */
export function composeProviders(
  options: ProvidersOptions,
): HandlersOf<'credential'> & HandlersOf<'provider'> & HandlersOf<'voiceLibrary'> {
  const { db, credentials, http, logs, clock, secret } = options;
  const voices = createVoiceStore(db);
  const client = createProviderClient({ credentials, http, logs, clock });
  return {
    ...credentialHandlers({
      store: credentials,
      logs,
      now: () => clock.now(),
      sessions: createConnectSessions(secret, clock),
    }),
    ...providerHandlers({ client, voices }),
    ...voiceLibraryHandlers({ client, credentials, voices }),
  };
}
