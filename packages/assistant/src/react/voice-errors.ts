const CONNECT_FAILED = 'Failed to connect to AI agent. Please try again.';
const MICROPHONE_NEEDED =
  'Microphone access is required to speak with the AI agent. Please allow microphone access and try again.';

/** The call could not even be prepared; the message is for the person. */
export class VoiceSetupError extends Error {
  override readonly name = 'VoiceSetupError';
  readonly code = 'voice-setup';
}

/** What a person reads when a call could not be started. */
export function describeStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return CONNECT_FAILED;
  if (error.name === 'NotAllowedError') return MICROPHONE_NEEDED;
  return error.message === '' ? CONNECT_FAILED : error.message;
}
