import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import {
  createProviderClient,
  type ProviderClientOptions,
} from '../credentials/provider-client.ts';
import { createVoiceStore } from '../voice-library/voice-store.ts';
import { providerHandlers } from './handlers.ts';

export interface ProvidersContext
  extends Pick<PlatformContext, 'db' | 'installedModels'>,
    ProviderClientOptions {}

export function registerProviders(context: ProvidersContext): HandlersOf<'provider'> {
  return providerHandlers({
    client: createProviderClient(context),
    voices: createVoiceStore(context.db),
    installed: context.installedModels.voices,
  });
}
