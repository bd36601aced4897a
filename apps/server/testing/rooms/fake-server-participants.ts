import type { AgentParticipant, PlayerParticipant } from '@kindling/media';
import type { AudioOutput } from '@kindling/protocol/audio-output';

export function createFakeAgent(send: (data: unknown) => void): AgentParticipant {
  return {
    sessionId: 'assistant',
    output: silentOutput,
    sendAppMessage: send,
    setBackground: () => {},
    leave: () => {},
  };
}

export function createFakePlayer(): PlayerParticipant {
  return {
    sessionId: 'player',
    output: silentOutput,
    sendVideoFrame: () => {},
    setTracks: () => {},
    leave: () => {},
  };
}

const silentOutput: AudioOutput = {
  sampleRate: 16_000,
  writtenSamples: 0,
  playedSamples: 0,
  write: () => {},
  pause: () => {},
  resume: () => {},
  setGain: () => {},
  clear: () => 0,
  onPlayed: () => () => {},
};
