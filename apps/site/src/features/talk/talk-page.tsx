import type { TalkAddress } from '@kindling/protocol/talk-address';
import { CallOverlay } from '../call/overlay/call-overlay.tsx';
import { ProblemPane } from './components/problem-pane.tsx';
import { TalkFrame } from './components/talk-frame.tsx';
import { WaitingPane } from './components/waiting-pane.tsx';
import { Conversation } from './conversation.tsx';
import { TalkVoice } from './talk-voice.tsx';
import { useTerms } from './terms/use-terms.ts';

/** How the page was opened. */
export interface OpenedTalk {
  /** No fragment. */
  readonly isBare: boolean;
  /** Null when it is incomplete. */
  readonly address: TalkAddress | null;
}

/** The page where an assistant answers anyone who has its address. Without `opened` it is the prerendered shell. */
export function TalkPage({ opened }: { readonly opened: OpenedTalk | null }) {
  if (opened === null) return <Waiting />;
  if (opened.address !== null) return <Talk address={opened.address} />;
  return (
    <TalkFrame fire="out">
      <ProblemPane problem={opened.isBare ? 'no-address' : 'broken-address'} />
    </TalkFrame>
  );
}

function Talk({ address }: { readonly address: TalkAddress }) {
  const { terms, problem, reload } = useTerms(address);
  if (terms !== null) {
    return (
      <TalkVoice address={address} terms={terms}>
        <Conversation terms={terms} />
        <CallOverlay />
      </TalkVoice>
    );
  }
  if (problem === null) return <Waiting />;
  return (
    <TalkFrame fire="out">
      <ProblemPane problem={problem} onRetry={reload} />
    </TalkFrame>
  );
}

function Waiting() {
  return (
    <TalkFrame fire="laid">
      <WaitingPane />
    </TalkFrame>
  );
}
