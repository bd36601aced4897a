import { useEffect, useId, useState } from 'react';
import { useModal } from '../../../ui/dialog/use-modal.ts';
import { Logo } from '../../../ui/logo.tsx';
import { useVoice } from '../../voice/voice-context.tsx';
import { CallReference } from '../reference/call-reference.tsx';
import { CallControls } from './call-controls.tsx';
import { CallNote } from './call-note.tsx';
import { Captions } from './captions.tsx';
import { Elapsed } from './elapsed.tsx';
import { MicrophoneChoice } from './microphone-choice.tsx';
import { overlayTitle, statusLabel } from './overlay-strings.ts';
import { TranscriptPanel } from './transcript-panel.tsx';
import { TypeInstead } from './type-instead.tsx';
import { Visualizer } from './visualizer.tsx';
import { barTone, type VisualizerState } from './visualizer-bars.ts';

const SPOKEN_NOTICE =
  "You are talking with an AI, not a person. Your voice is turned into text on this site's server; the text is kept with the call and never used to judge your mood.";
const TYPED_NOTICE =
  'You are talking with an AI, not a person. What you write is kept with the call and never used to judge your mood.';

/** The full-screen window of a call, open while it connects or lasts. */
export function CallOverlay() {
  const voice = useVoice();
  const { isConnecting, isInCall, conversationState } = voice;
  const open = isConnecting || isInCall;
  const [transcriptShown, setTranscriptShown] = useState(false);
  const id = useId();
  const dialog = useModal({ open, onEscape: voice.endCall });
  const { title, subtitle } = overlayTitle(voice);
  const bars: VisualizerState = {
    active: isInCall && !isConnecting,
    speaking: voice.isAiSpeaking,
    conversation: conversationState,
  };

  useEffect(() => {
    if (!open) setTranscriptShown(false);
  }, [open]);

  return (
    <dialog ref={dialog} className="overlay dark-ground" aria-labelledby={`${id}-title`}>
      {open ? (
        <div className={transcriptShown ? 'overlay-grid overlay-grid-wide' : 'overlay-grid'}>
          <div className="overlay-top">
            <Logo />
            <Elapsed startedAt={voice.startedAt} endsAt={voice.endsAt} />
          </div>
          <div className="overlay-stage" data-tone={barTone(bars)}>
            <div>
              <h2 id={`${id}-title`} tabIndex={-1} className="overlay-title">
                {title}
              </h2>
              <p className="lede mt-2 text-ash">{subtitle}</p>
            </div>
            <Visualizer {...bars} />
            <p className="status-word" role="status">
              <span className="status-dot" aria-hidden="true" />
              {statusLabel(voice)}
            </p>
            <CallNote note={voice.note} hasMicrophone={voice.hasMicrophone} />
            <Captions transcripts={voice.transcripts} partialTranscript={voice.partialTranscript} />
          </div>
          {transcriptShown ? (
            <TranscriptPanel id={`${id}-transcript`} transcripts={voice.transcripts} />
          ) : null}
          <div className="overlay-foot">
            <TypeInstead
              disabled={isConnecting}
              isOnlyWay={!voice.hasMicrophone}
              isAnswering={voice.isInWriting && conversationState !== 'idle'}
              unsent={voice.unsent}
              onType={voice.noteTyping}
              onSend={voice.sendText}
            />
            <CallControls
              voice={voice}
              transcriptId={`${id}-transcript`}
              transcriptShown={transcriptShown}
              onToggleTranscript={() => setTranscriptShown(!transcriptShown)}
            />
            <div className="overlay-last">
              <MicrophoneChoice voice={voice} />
              <p className="overlay-notice">{voice.hasMicrophone ? SPOKEN_NOTICE : TYPED_NOTICE}</p>
              <CallReference reference={voice.reference} />
            </div>
          </div>
        </div>
      ) : null}
    </dialog>
  );
}
