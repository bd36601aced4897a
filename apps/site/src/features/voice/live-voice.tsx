import { VapiProvider } from '@kindling/assistant/react';
import { loadSiteConfig } from '../../config/site-config.ts';
import type { LazyVoiceCall } from './lazy-voice-call.ts';
import { loadClient } from './load-client.ts';
import { VoiceBridge } from './voice-bridge.tsx';

interface LiveVoiceProps {
  readonly lazyCall: LazyVoiceCall;
}

/** The voice call itself, connected to its lazy stand-in. Renders nothing. */
export default function LiveVoice({ lazyCall }: LiveVoiceProps) {
  return (
    <VapiProvider loadConfig={loadVoice} loadClient={loadClient}>
      <VoiceBridge lazyCall={lazyCall} />
    </VapiProvider>
  );
}

async function loadVoice() {
  return (await loadSiteConfig()).voice;
}
