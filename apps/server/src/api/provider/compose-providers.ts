import type { Clock } from '@kindling/protocol/clock';
import type { HttpOut } from '../../http-out/http-out.ts';
import type { LogWriter } from '../../logs/log-port.ts';
import type { Database } from '../../storage/database.ts';
import { createConnectSessions } from '../credential/connect-sessions.ts';
import type { CredentialStore } from '../credential/credential-store.ts';
import { credentialHandlers } from '../credential/handlers.ts';
import type { HandlersOf } from '../registrar.ts';
import { voiceLibraryHandlers } from '../voice-library/handlers.ts';
import { createVoiceStore } from '../voice-library/voice-store.ts';
import { providerHandlers } from './handlers.ts';
import { createProviderClient } from './provider-client.ts';

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
      ...{ store: credentials, logs, now: () => clock.now() },
      sessions: createConnectSessions(secret, clock),
    }),
    ...providerHandlers({ client, voices }),
    ...voiceLibraryHandlers({ client, credentials, voices }),
  };
}
