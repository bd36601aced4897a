import { brand } from '@kindling/protocol/brand';
import type { TalkTerms } from '@kindling/protocol/talk';
import { Keyboard, Mic } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { rememberOpener } from '../../ui/dialog/opener.ts';
import { Announcement } from '../../ui/text/announcement.tsx';
import { formatDuration } from '../../ui/text/format-duration.ts';
import { describeEnd } from '../call/after-call/end-strings.ts';
import { KeepTranscript } from '../call/after-call/keep-transcript.tsx';
import { acceptNotice } from '../call/notice/accept-notice.ts';
import { isAnAi } from '../call/notice/notice-strings.ts';
import { CallReference } from '../call/reference/call-reference.tsx';
import { describeCallFailure } from '../voice/call-failure.ts';
import { useVoice, type Voice } from '../voice/voice-context.tsx';
import { TalkFrame } from './components/talk-frame.tsx';
import { TermsList } from './components/terms-list.tsx';
import { TranscriptLines } from './components/transcript-lines.tsx';
import { termsStrings } from './terms/terms-strings.ts';

/** Before and after a call: the notice or the transcript, and the two ways to talk. */
export function Conversation({ terms }: { readonly terms: TalkTerms }) {
  const voice = useVoice();
  const { assistantName } = terms;
  const { preload } = voice;
  const isCalling = voice.isConnecting || voice.isInCall;
  const isOver = !isCalling && voice.lastDuration !== null;
  const failure = voice.callState === 'error' ? describeCallFailure(voice.error).text : null;
  const title = isOver ? `Your call with ${assistantName}` : `Talk with ${assistantName}`;
  const summary = isOver ? summaryOf(voice) : '';
  const claim = `${isAnAi(assistantName)}.`;
  const lines = termsStrings(terms);
  const announced = isOver ? `${title}. ${summary}` : `${assistantName} is ready to talk.`;

  useEffect(() => {
    document.title = `Talk with ${assistantName} | ${brand.name}`;
  }, [assistantName]);
  // Visitors of this page want to call: the code loads while they read. Never rejects.
  useEffect(() => void preload(), [preload]);

  return (
    <TalkFrame fire={isOver ? 'glowing' : 'laid'}>
      <h1 className="talk-title">{title}</h1>
      <Announcement text={isCalling ? '' : announced} />
      {isOver ? (
        <Afterwards voice={voice} assistantName={assistantName} summary={summary} />
      ) : (
        <>
          <p className="talk-lede">{claim}</p>
          <TermsList lines={lines} />
        </>
      )}
      {failure === null ? null : (
        <p role="alert" className="talk-failure">
          {failure}
        </p>
      )}
      <Ways
        voice={voice}
        first={isOver ? 'Talk again' : 'Start call'}
        shown={isOver ? null : [claim, ...lines]}
      />
      {isOver ? null : (
        <p className="talk-hint">
          <em>Start call</em> asks your browser for the microphone. <em>Type instead</em> needs
          none: you write, {assistantName} speaks and shows captions.
        </p>
      )}
    </TalkFrame>
  );
}

function summaryOf({ lastDuration, endReason }: Voice): string {
  const lasted = lastDuration === null ? null : `It lasted ${formatDuration(lastDuration)}.`;
  return [lasted, describeEnd(endReason)].filter(Boolean).join(' ');
}

interface AfterwardsProps {
  readonly voice: Voice;
  readonly assistantName: string;
  readonly summary: string;
}

function Afterwards({ voice, assistantName, summary }: AfterwardsProps) {
  const { lastTranscripts: lines, lastDuration: duration } = voice;
  const [endedAt] = useState(() => new Date());
  const title = `Call with ${assistantName}, an AI assistant on ${brand.name}`;
  return (
    <>
      <p className="talk-lede">{summary}</p>
      {lines.length > 0 ? (
        <>
          <TranscriptLines assistantName={assistantName} lines={lines} />
          <div className="talk-keep">
            <KeepTranscript call={{ title, assistantName, lines, duration, endedAt }} />
          </div>
        </>
      ) : null}
      <CallReference reference={voice.reference} />
    </>
  );
}

interface WaysProps {
  readonly voice: Voice;
  readonly first: string;
  /** The notice above them; null when it was accepted for an earlier call of this page. */
  readonly shown: readonly string[] | null;
}

/** The same two buttons before and after, so that focus returns to them. */
function Ways({ voice, first, shown }: WaysProps) {
  function start(event: MouseEvent<HTMLButtonElement>, microphone: boolean) {
    rememberOpener(event.currentTarget);
    // Never rejects: what goes wrong becomes the call's error state.
    void voice.startCall({
      microphone,
      ...(shown === null ? {} : { noticeAcceptance: acceptNotice(shown) }),
    });
  }
  return (
    <div className="talk-actions">
      <button type="button" className="button button-ember" onClick={(event) => start(event, true)}>
        <Mic size={20} aria-hidden="true" />
        {first}
      </button>
      <button type="button" className="button button-line" onClick={(event) => start(event, false)}>
        <Keyboard size={20} aria-hidden="true" />
        Type instead
      </button>
    </div>
  );
}
