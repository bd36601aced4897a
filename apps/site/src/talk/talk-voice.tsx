import { VapiProvider } from '@kindling/assistant/react';
import type { TalkAddress } from '@kindling/protocol/talk-address';
import { type ReactNode, useState } from 'react';
import { VoiceBridge } from '../voice/voice-bridge.tsx';
import { VoiceContext } from '../voice/voice-context.tsx';
import { VoiceDoor } from '../voice/voice-door.ts';

interface TalkVoiceProps {
  readonly address: TalkAddress;
  readonly assistantName: string;
  readonly children: ReactNode;
}

/** A call with the assistant of the address, for the windows that the site's own calls have. */
export function TalkVoice({ address, assistantName, children }: TalkVoiceProps) {
  const [door] = useState(() => new VoiceDoor());
  return (
    <VoiceContext value={door}>
      <VapiProvider
        token={address.key}
        assistantId={address.assistantId}
        assistantName={assistantName}
        apiUrl=""
      >
        <VoiceBridge door={door} />
      </VapiProvider>
      {children}
    </VoiceContext>
  );
}
