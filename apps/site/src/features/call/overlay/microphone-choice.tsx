import { ChevronDown, Mic } from 'lucide-react';
import { useId } from 'react';
import type { Voice } from '../../voice/voice-context.tsx';

/** Selects the microphone; hidden when there is only one. */
export function MicrophoneChoice({ voice }: { readonly voice: Voice }) {
  const id = useId();
  const { hasMicrophone, microphones, microphoneId, chooseMicrophone } = voice;
  if (!hasMicrophone || microphones.length < 2) return null;
  return (
    <div className="microphone-choice">
      <Mic size={18} aria-hidden="true" />
      <label htmlFor={id} className="sr-only">
        Microphone
      </label>
      <select
        id={id}
        value={microphoneId ?? ''}
        onChange={(event) => void chooseMicrophone(event.target.value)}
      >
        {microphones.map(({ id: microphone, label }, index) => (
          <option key={microphone} value={microphone}>
            {label || `Microphone ${index + 1}`}
          </option>
        ))}
      </select>
      <ChevronDown size={18} aria-hidden="true" />
    </div>
  );
}
