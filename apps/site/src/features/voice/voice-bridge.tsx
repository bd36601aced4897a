import { useVapi } from '@kindling/assistant/react';
import { useLayoutEffect } from 'react';
import type { LazyVoiceCall } from './lazy-voice-call.ts';

/** Passes the state of the surrounding provider's call to its lazy stand-in. Renders nothing. */
export function VoiceBridge({ lazyCall }: { readonly lazyCall: LazyVoiceCall }) {
  const call = useVapi();
  useLayoutEffect(() => lazyCall.connect(call), [lazyCall, call]);
  useLayoutEffect(() => () => lazyCall.connect(null), [lazyCall]);
  return null;
}
