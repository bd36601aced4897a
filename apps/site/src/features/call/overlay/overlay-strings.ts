export type ConversationState = 'idle' | 'listening' | 'thinking' | 'responding';

interface OverlayProgress {
  readonly isConnecting: boolean;
  readonly assistantName: string;
  readonly hasMicrophone: boolean;
  readonly isInWriting: boolean;
}

/** Title and subtitle of the overlay. */
export function overlayTitle(progress: OverlayProgress) {
  const { isConnecting, assistantName, hasMicrophone, isInWriting } = progress;
  if (isConnecting) {
    return { title: 'Connecting...', subtitle: 'Please wait while we connect you' };
  }
  const answers = isInWriting ? 'in writing' : 'aloud';
  return {
    title: `In Call with ${assistantName}`,
    subtitle: hasMicrophone
      ? 'Speak naturally with your AI assistant'
      : `Type your question; your AI assistant answers ${answers}`,
  };
}

const labels: Record<ConversationState, string> = {
  idle: 'Connected',
  listening: 'Listening',
  thinking: 'Formulating response',
  responding: 'Speaking',
};

interface StatusProgress {
  readonly isConnecting: boolean;
  readonly conversationState: ConversationState;
  readonly isInWriting: boolean;
}

/** The status label: one word or two for what happens now. */
export function statusLabel({ isConnecting, conversationState, isInWriting }: StatusProgress) {
  if (isConnecting) return 'Connecting...';
  // A written conversation has no speech.
  return isInWriting && conversationState === 'responding' ? 'Writing' : labels[conversationState];
}

/** Milliseconds as minutes and seconds, `3:07`. */
export function elapsedLabel(elapsed: number): string {
  const seconds = Math.max(0, Math.floor(elapsed / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
