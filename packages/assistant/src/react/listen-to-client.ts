import type { VapiError, VapiMessage } from '../vapi-events.ts';
import type { VoiceClient } from './voice-client.ts';
import type { VoiceAction } from './voice-state.ts';

interface ClientListener {
  dispatch(action: VoiceAction): void;
  /** Epoch milliseconds. */
  now(): number;
  /** The promise of `start` is still open, and may reject. */
  isStarting(): boolean;
  /** The room was joined, though the last stages of the start may still run: it does not reject any more. */
  onStarted(): void;
}

/** Steps of volume that a page can show apart. */
const VOLUME_STEPS = 20;

/** Errors after which the call goes on. */
const HARMLESS: ReadonlySet<VapiError['type']> = new Set<VapiError['type']>([
  'video-recording-setup-error',
  'audio-observer-setup-error',
  'audio-processing-setup-error',
]);

/** Turns the events of a client into actions on the state. */
export function listenToClient(client: VoiceClient, listener: ClientListener): void {
  const { dispatch, now } = listener;
  client.on('call-start-progress', ({ stage, status, metadata }) => {
    if (stage === 'daily-call-join' && status === 'completed') listener.onStarted();
    // Text, and of one stage alone: the creation of the call.
    if (metadata?.callId) dispatch({ type: 'referenced', reference: metadata.callId as string });
  });
  client.on('call-start', () => {
    listener.onStarted();
    dispatch({ type: 'call-started', at: now() });
  });
  client.on('call-end', ({ reason }) => dispatch({ type: 'call-ended', reason, at: now() }));
  client.on('microphones-updated', (microphones) =>
    dispatch({ type: 'microphones-updated', ...microphones, at: now() }),
  );
  client.on('camera-error', () => dispatch({ type: 'microphone-failed', at: now() }));
  client.on('network-connection', ({ event: kind }) => {
    if (kind === 'interrupted') dispatch({ type: 'noted', note: { kind, at: now() } });
  });
  client.on('speech-start', () => dispatch({ type: 'speech-started' }));
  client.on('speech-end', () => dispatch({ type: 'speech-ended' }));
  client.on('message', (message) => handleMessage(message, listener));
  client.on('error', (error) => {
    // While starting, the rejection of `start` says it better.
    if (listener.isStarting() || HARMLESS.has(error.type)) return;
    const isConnection = error.type === 'call-error' && error.error.type === 'connection-error';
    dispatch({ type: 'client-failed', failure: isConnection ? 'connection' : 'other' });
  });
  client.on('volume-level', (level) => {
    const volume = Math.round(level * VOLUME_STEPS) / VOLUME_STEPS;
    dispatch({ type: 'volume-changed', volume });
  });
}

function handleMessage(message: VapiMessage, { dispatch, now }: ClientListener): void {
  const at = now();
  switch (message.type) {
    case 'speech-update':
      dispatch({
        type: 'speaker-changed',
        role: message.role,
        speaking: message.status === 'started',
      });
      break;
    case 'time-limit': {
      const { secondsLeft: seconds } = message;
      const endsAt = at + seconds * 1000;
      dispatch({ type: 'noted', note: { kind: 'time-left', seconds, at }, endsAt });
      break;
    }
    case 'open-page':
      dispatch({ type: 'noted', note: { kind: message.type, page: message.page, at } });
      break;
    case 'transcript': {
      const { role, transcript, utteranceId, transcriptType } = message;
      // Other servers send neither id nor partials.
      const id = utteranceId ?? `${role}-${at}`;
      const final = transcriptType !== 'partial';
      dispatch({ type: 'said', entry: { id, role, content: transcript, timestamp: at }, final });
    }
  }
}
