import { VapiProvider } from '@kindling/assistant/react';
import { loadSiteConfig } from '../../config/site-config.ts';
import type { VoiceDoor } from './lazy-voice-call.ts';
import { loadClient } from './load-client.ts';
import { VoiceBridge } from './voice-bridge.tsx';

interface LiveVoiceProps {
  readonly door: VoiceDoor;
}

/** The voice call itself, behind the door. Draws nothing. */
export default function LiveVoice({ door }: LiveVoiceProps) {
  return (
    <VapiProvider loadConfig={loadVoice} loadClient={loadClient}>
      <VoiceBridge door={door} />
    </VapiProvider>
  );
}

async function loadVoice() {
  return (await loadSiteConfig()).voice;
}
