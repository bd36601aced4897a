import type { VoiceCall } from '@kindling/assistant/react';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadLazy } from '../../ui/loading/load-lazy.ts';
import { LazyVoiceCall } from './lazy-voice-call.ts';

/** For pages that provide a call of their own. */
export const VoiceContext = createContext<LazyVoiceCall | null>(null);

/**
 * The one place that knows where the voice call comes from; everything else asks `useVoice`. The call's
 * code comes with the first start, or the first `preload`, and stands beside the page, not around it.
 */
export function VoiceProvider({ children }: { readonly children: ReactNode }) {
  const [lazyCall] = useState(() => new LazyVoiceCall());
  const [Live, setLive] = useState<ComponentType<{ lazyCall: LazyVoiceCall }> | null>(null);
  useEffect(() => {
    lazyCall.loadWith(async () => {
      const { default: LiveVoice } = await loadLazy(() => import('./live-voice.tsx'));
      setLive(() => LiveVoice);
    });
  }, [lazyCall]);
  return (
    <VoiceContext value={lazyCall}>
      {children}
      {Live ? <Live lazyCall={lazyCall} /> : null}
    </VoiceContext>
  );
}

/**
 * State and actions of the voice call.
 *
 * @throws outside a `VoiceProvider`
 */
export function useVoice(): VoiceCall {
  const lazyCall = useContext(VoiceContext);
  if (lazyCall === null) throw new Error('useVoice must be used within a VoiceProvider');
  return useSyncExternalStore(lazyCall.subscribe, lazyCall.read, lazyCall.read);
}

export type Voice = VoiceCall;
