import { createContext, type ReactNode, useEffect, useState } from 'react';
import { browserClock } from './browser-clock.ts';
import type { LoadClient, VoiceConfig } from './voice-client.ts';
import { VoiceStore } from './voice-store.ts';

export const VoiceContext = createContext<VoiceStore | null>(null);

/** What `VapiProvider` is given. */
export interface VapiProviderProps {
  readonly children: ReactNode;
  /** Where whom to call is known only later; asked at each start, so let it remember. */
  readonly loadConfig?: () => Promise<VoiceConfig>;
  /** Public key, where it is known. */
  readonly token?: string;
  /** Of the API; the page's own origin when left out. */
  readonly apiUrl?: string;
  /** Whom to call, where it is known. */
  readonly assistantId?: string;
  /** Shown until the configuration names another. */
  readonly assistantName?: string;
  /** What the assistant says first where it answers in writing. */
  readonly firstMessage?: string | undefined;
  /** Whether what is said is kept for the page to show. @default true */
  readonly isTranscriptionEnabled?: boolean;
  /** The client's code, loaded at the first start. @default `() => import('@kindling/assistant')` */
  readonly loadClient?: LoadClient;
}

const importClient: LoadClient = () => import('../vapi.ts').then(({ Vapi }) => ({ default: Vapi }));

/** Gives the voice call to the components below it. Loads nothing and asks for nothing by itself. */
export function VapiProvider({ children, ...props }: VapiProviderProps) {
  const [latest] = useState(() => ({ props }));
  const [store] = useState(() => createStore(() => latest.props));
  const { isTranscriptionEnabled = true } = props;
  useEffect(() => {
    latest.props = props;
  });
  useEffect(
    () => store.setTranscriptionEnabled(isTranscriptionEnabled),
    [store, isTranscriptionEnabled],
  );
  useEffect(() => store.dispose, [store]);
  return <VoiceContext.Provider value={store}>{children}</VoiceContext.Provider>;
}

type Props = Omit<VapiProviderProps, 'children'>;

function createStore(read: () => Props): VoiceStore {
  const { assistantName, isTranscriptionEnabled = true } = read();
  return new VoiceStore({
    loadConfig: () => loadConfig(read()),
    loadClient: () => (read().loadClient ?? importClient)(),
    loadWriting: () => import('../writing/written-conversation.ts'),
    hasWebRtc: () => typeof RTCPeerConnection === 'function',
    clock: browserClock,
    now: () => Date.now(),
    isTranscriptionEnabled,
    ...(assistantName === undefined ? {} : { assistantName }),
  });
}

async function loadConfig(props: Props): Promise<VoiceConfig> {
  if (props.loadConfig !== undefined) return props.loadConfig();
  const { token = '', assistantId = '', assistantName, apiUrl, firstMessage } = props;
  return {
    publicKey: token,
    assistantId,
    ...(assistantName === undefined ? {} : { assistantName }),
    ...(apiUrl === undefined ? {} : { apiUrl }),
    firstMessage,
  };
}
