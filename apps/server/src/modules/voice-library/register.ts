import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import {
  createProviderClient,
  type ProviderClientOptions,
} from '../credentials/provider-client.ts';
import { voiceLibraryHandlers } from './handlers.ts';
import { createVoiceStore } from './voice-store.ts';

export interface VoiceLibraryContext
  extends Pick<PlatformContext, 'db' | 'installedModels'>,
    Omit<ProviderClientOptions, 'credentials'> {
  readonly credentials: CredentialStore;
}

export function registerVoiceLibrary(context: VoiceLibraryContext): HandlersOf<'voiceLibrary'> {
  return voiceLibraryHandlers({
    client: createProviderClient(context),
    credentials: context.credentials,
    installed: context.installedModels.voices,
    voices: createVoiceStore(context.db),
  });
}
