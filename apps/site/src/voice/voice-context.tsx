import { useVapi, VapiProvider } from '@kindling/assistant/react';
import type { ReactNode } from 'react';
import { loadSiteConfig } from '../config/site-config.ts';

/** The one place that knows where the voice call comes from; everything else asks `useVoice`. */
export function VoiceProvider({ children }: { readonly children: ReactNode }) {
  return <VapiProvider loadConfig={loadVoice}>{children}</VapiProvider>;
}

export const useVoice = useVapi;
export type Voice = ReturnType<typeof useVapi>;

async function loadVoice() {
  return (await loadSiteConfig()).voice;
}
