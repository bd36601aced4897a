const OFFLINE = 'You are offline. Check your connection, then try again.';
const UNABLE = 'Unable to connect to AI agent. Please try again.';

/** Errors before a call could be tried. */
const BEFORE_THE_CALL: ReadonlySet<string> = new Set([
  'Failed to initialize AI agent service.',
  'Vapi not initialized',
]);

export interface CallFailure {
  readonly title: 'Call Failed' | 'Connection Failed';
  readonly text: string;
}

/** The toast for a stored error: the connection failed when no call could even be tried. */
export function describeCallFailure(stored: string | null): CallFailure {
  const text = stored?.trim();
  if (text && !BEFORE_THE_CALL.has(text)) return { title: 'Call Failed', text };
  const isOffline = navigator.onLine === false;
  const sentences = isOffline ? [text, OFFLINE] : [text || UNABLE];
  return { title: 'Connection Failed', text: sentences.filter(Boolean).join(' ') };
}
