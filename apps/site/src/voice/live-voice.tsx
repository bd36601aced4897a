import { useVapi, VapiProvider } from '@kindling/assistant/react';
import { useLayoutEffect } from 'react';
import { loadSiteConfig } from '../config/site-config.ts';
import type { VoiceDoor } from './voice-door.ts';

interface LiveVoiceProps {
  readonly door: VoiceDoor;
}

/** The voice call itself, behind the door. Draws nothing. */
export function LiveVoice({ door }: LiveVoiceProps) {
  return (
    <VapiProvider loadConfig={loadVoice}>
      <Bridge door={door} />
    </VapiProvider>
  );
}

function Bridge({ door }: LiveVoiceProps) {
  const call = useVapi();
  useLayoutEffect(() => door.connect(call), [door, call]);
  useLayoutEffect(() => () => door.connect(null), [door]);
  return null;
}

async function loadVoice() {
  return (await loadSiteConfig()).voice;
}
