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
import { loadLate } from '../../ui/loading/load-lazy.ts';
import { VoiceDoor } from './lazy-voice-call.ts';

/** For a page that brings a call of its own to the components of this one. */
export const VoiceContext = createContext<VoiceDoor | null>(null);

/**
 * The one place that knows where the voice call comes from; everything else asks `useVoice`. The call's
 * code comes with the first start, or the first `preload`, and stands beside the page, not around it.
 */
export function VoiceProvider({ children }: { readonly children: ReactNode }) {
  const [door] = useState(() => new VoiceDoor());
  const [Live, setLive] = useState<ComponentType<{ door: VoiceDoor }> | null>(null);
  useEffect(() => {
    door.bringBy(async () => {
      const { default: LiveVoice } = await loadLate(() => import('./live-voice.tsx'));
      setLive(() => LiveVoice);
    });
  }, [door]);
  return (
    <VoiceContext value={door}>
      {children}
      {Live ? <Live door={door} /> : null}
    </VoiceContext>
  );
}

/** State and actions of the voice call. Throws outside a `VoiceProvider`. */
export function useVoice(): VoiceCall {
  const door = useContext(VoiceContext);
  if (door === null) throw new Error('useVoice must be used within a VoiceProvider');
  return useSyncExternalStore(door.subscribe, door.read, door.read);
}

export type Voice = VoiceCall;
