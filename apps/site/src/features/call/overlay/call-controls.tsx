import { Captions as CaptionsIcon, Mic, MicOff, PhoneOff, X } from 'lucide-react';
import type { Voice } from '../../voice/voice-context.tsx';

interface CallControlsProps {
  readonly voice: Voice;
  readonly transcriptId: string;
  readonly transcriptShown: boolean;
  readonly onToggleTranscript: () => void;
}

export function CallControls(props: CallControlsProps) {
  const { voice, transcriptId, transcriptShown, onToggleTranscript } = props;
  const hasTranscript = voice.isTranscriptionEnabled && voice.transcripts.length > 0;
  return (
    <div className="call-controls">
      {voice.isInWriting ? null : <MicrophoneButton voice={voice} />}
      <button
        type="button"
        className="button call-end"
        disabled={voice.isConnecting}
        onClick={voice.endCall}
      >
        <PhoneOff size={20} aria-hidden="true" />
        End Call
      </button>
      {voice.isConnecting ? (
        <button type="button" className="button button-line" onClick={voice.endCall}>
          <X size={20} aria-hidden="true" />
          Cancel
        </button>
      ) : null}
      {hasTranscript ? (
        <button
          type="button"
          className="button button-line"
          aria-expanded={transcriptShown}
          aria-controls={transcriptShown ? transcriptId : undefined}
          onClick={onToggleTranscript}
        >
          <CaptionsIcon size={20} aria-hidden="true" />
          {transcriptShown ? 'Hide Transcript' : 'Show Transcript'}
        </button>
      ) : null}
    </div>
  );
}

/** Mutes; in a call without a microphone it asks for one. One button, so that focus remains on it. */
function MicrophoneButton({ voice }: { readonly voice: Voice }) {
  const { hasMicrophone, isMuted, isConnecting, toggleMute, chooseMicrophone } = voice;
  const MicIcon = isMuted ? MicOff : Mic;
  return (
    <button
      type="button"
      className="button button-line call-mute"
      aria-pressed={hasMicrophone ? isMuted : undefined}
      disabled={isConnecting}
      onClick={hasMicrophone ? toggleMute : () => void chooseMicrophone(null)}
    >
      <MicIcon size={20} aria-hidden="true" />
      {hasMicrophone ? 'Mute' : 'Use microphone'}
    </button>
  );
}
