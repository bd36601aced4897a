import { useVapi } from '@kindling/assistant/react';
import { useLayoutEffect } from 'react';
import type { VoiceDoor } from './lazy-voice-call.ts';

/** Tells the door what the call of the provider around it says. Draws nothing. */
export function VoiceBridge({ door }: { readonly door: VoiceDoor }) {
  const call = useVapi();
  useLayoutEffect(() => door.connect(call), [door, call]);
  useLayoutEffect(() => () => door.connect(null), [door]);
  return null;
}
