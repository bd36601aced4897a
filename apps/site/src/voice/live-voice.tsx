import { VapiProvider } from '@kindling/assistant/react';
import { loadSiteConfig } from '../config/site-config.ts';
import { VoiceBridge } from './voice-bridge.tsx';
import type { VoiceDoor } from './voice-door.ts';

interface LiveVoiceProps {
  readonly door: VoiceDoor;
}

/** The voice call itself, behind the door. Draws nothing. */
export function LiveVoice({ door }: LiveVoiceProps) {
  return (
    <VapiProvider loadConfig={loadVoice}>
      <VoiceBridge door={door} />
    </VapiProvider>
  );
}

async function loadVoice() {
  return (await loadSiteConfig()).voice;
}
