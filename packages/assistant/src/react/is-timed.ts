import type { VoiceAction, VoiceState } from './voice-state.ts';

/** True for an action that restarts the conversation's timers. */
export function isTimed(action: VoiceAction, { knowsSpeakers }: VoiceState): boolean {
  switch (action.type) {
    case 'speech-started':
    case 'speech-ended':
      return !knowsSpeakers;
    case 'said':
      return !knowsSpeakers && action.entry.role === 'assistant';
    case 'start-requested':
    case 'start-failed':
    case 'client-failed':
    case 'call-ended':
    case 'end-requested':
    case 'speaker-changed':
      return true;
    default:
      return false;
  }
}
