import { Captions as CaptionsIcon, Mic, MicOff, PhoneOff } from 'lucide-react';
import type { Voice } from '../voice/voice-context.tsx';

interface CallControlsProps {
  readonly voice: Voice;
  readonly transcriptId: string;
  readonly transcriptShown: boolean;
  readonly onToggleTranscript: () => void;
}

export function CallControls(props: CallControlsProps) {
  const { voice, transcriptId, transcriptShown, onToggleTranscript } = props;
  const hasTranscript = voice.isTranscriptionEnabled && voice.transcripts.length > 0;
  const MicIcon = voice.isMuted ? MicOff : Mic;
  return (
    <div className="call-controls">
      <button
        type="button"
        className="button button-line call-mute"
        aria-pressed={voice.isMuted}
        disabled={voice.isConnecting}
        onClick={voice.toggleMute}
      >
        <MicIcon size={20} aria-hidden="true" />
        Mute
      </button>
      <button
        type="button"
        className="button call-end"
        disabled={voice.isConnecting}
        onClick={voice.endCall}
      >
        <PhoneOff size={20} aria-hidden="true" />
        End Call
      </button>
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
