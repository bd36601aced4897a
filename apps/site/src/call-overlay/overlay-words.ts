export type ConversationState = 'idle' | 'listening' | 'thinking' | 'responding';

interface OverlayProgress {
  readonly isConnecting: boolean;
  readonly assistantName: string;
  readonly hasMicrophone: boolean;
}

/** Title and subtitle of the overlay. */
export function overlayTitle({ isConnecting, assistantName, hasMicrophone }: OverlayProgress) {
  if (isConnecting) {
    return { title: 'Connecting...', subtitle: 'Please wait while we connect you' };
  }
  return {
    title: `In Call with ${assistantName}`,
    subtitle: hasMicrophone
      ? 'Speak naturally with your AI assistant'
      : 'Type your question; your AI assistant answers aloud',
  };
}

const words: Record<ConversationState, string> = {
  idle: 'Connected',
  listening: 'Listening',
  thinking: 'Formulating response',
  responding: 'Speaking',
};

/** The status label: one word or two for what happens now. */
export function statusLabel(isConnecting: boolean, state: ConversationState): string {
  return isConnecting ? 'Connecting...' : words[state];
}

/** Milliseconds as minutes and seconds, `3:07`. */
export function elapsedLabel(elapsed: number): string {
  const seconds = Math.max(0, Math.floor(elapsed / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
