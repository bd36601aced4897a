const CONNECT_FAILED = 'Failed to connect to AI agent. Please try again.';
const MICROPHONE_NEEDED =
  'Microphone access is required to speak with the AI agent. Please allow microphone access and try again.';

/** By the names that browsers give their refusals of a microphone. */
const MICROPHONE_FAILED: Readonly<Record<string, string>> = {
  NotAllowedError: MICROPHONE_NEEDED,
  NotFoundError: 'No microphone was found. Connect one and try again.',
  NotReadableError:
    'Your microphone could not be opened. Close other programs that use it and try again.',
  AbortError: 'Your microphone could not be opened. Check it and try again.',
  OverconstrainedError: 'The chosen microphone is not available. Choose another one and try again.',
  SecurityError:
    'Your browser allows the microphone on secure pages only. Open this page by an address that begins with https.',
};

/**
 * What kept a call from being made, or broke it. With `microphone` and `connection` the same assistant can
 * still be written to.
 */
export type CallFailureKind = 'microphone' | 'connection' | 'other';

/** The call could not even be prepared; the message is for the person. */
export class VoiceSetupError extends Error {
  override readonly name = 'VoiceSetupError';
  readonly code = 'voice-setup';
}

/** This browser has no WebRTC, or it is switched off. */
export class NoWebRtcError extends Error {
  override readonly name = 'NoWebRtcError';
  readonly code = 'connection-error';
  constructor() {
    super('This browser cannot make voice calls.');
  }
}

/** What a person reads when a call could not be started. */
export function describeStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return CONNECT_FAILED;
  const { name, message } = error;
  return MICROPHONE_FAILED[name] ?? (message === '' ? CONNECT_FAILED : message);
}

/** Which part of a start failed. */
export function classifyStartFailure(error: unknown): CallFailureKind {
  if (!(error instanceof Error)) return 'other';
  if (error.name in MICROPHONE_FAILED) return 'microphone';
  return 'code' in error && error.code === 'connection-error' ? 'connection' : 'other';
}
