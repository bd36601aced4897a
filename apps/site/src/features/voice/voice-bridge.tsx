import { useVapi } from '@kindling/assistant/react';
import { useLayoutEffect } from 'react';
import type { LazyVoiceCall } from './lazy-voice-call.ts';

/** Tells the door what the call of the provider around it says. Draws nothing. */
export function VoiceBridge({ lazyCall }: { readonly lazyCall: LazyVoiceCall }) {
  const call = useVapi();
  useLayoutEffect(() => lazyCall.connect(call), [lazyCall, call]);
  useLayoutEffect(() => () => lazyCall.connect(null), [lazyCall]);
  return null;
}
