export type CallButtonLabel = 'Speak with an AI agent' | 'Connecting...' | 'In Call';

interface CallProgress {
  readonly isConnecting: boolean;
  readonly isInCall: boolean;
}

/** What a call button says in each state of the call. */
export function callButtonLabel({ isConnecting, isInCall }: CallProgress): CallButtonLabel {
  if (isConnecting) return 'Connecting...';
  if (isInCall) return 'In Call';
  return 'Speak with an AI agent';
}
