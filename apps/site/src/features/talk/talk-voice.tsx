import { VapiProvider } from '@kindling/assistant/react';
import type { TalkTerms } from '@kindling/protocol/talk';
import type { TalkAddress } from '@kindling/protocol/talk-address';
import { type ReactNode, useState } from 'react';
import { LazyVoiceCall } from '../voice/lazy-voice-call.ts';
import { loadClient } from '../voice/load-client.ts';
import { VoiceBridge } from '../voice/voice-bridge.tsx';
import { VoiceContext } from '../voice/voice-context.tsx';

interface TalkVoiceProps {
  readonly address: TalkAddress;
  readonly terms: Pick<TalkTerms, 'assistantName' | 'firstMessage'>;
  readonly children: ReactNode;
}

/** A call with the assistant of the address, for the windows that the site's own calls have. */
export function TalkVoice({ address, terms, children }: TalkVoiceProps) {
  const { assistantName, firstMessage } = terms;
  const [lazyCall] = useState(() => new LazyVoiceCall());
  return (
    <VoiceContext value={lazyCall}>
      <VapiProvider
        token={address.key}
        assistantId={address.assistantId}
        assistantName={assistantName}
        apiUrl=""
        loadClient={loadClient}
        firstMessage={firstMessage}
      >
        <VoiceBridge lazyCall={lazyCall} />
      </VapiProvider>
      {children}
    </VoiceContext>
  );
}
