import { randomUUID } from 'node:crypto';
import type { MediaContext } from '../participant/media-context.ts';
import { resolvePermissions } from '../participant/permissions.ts';
import type { AgentSession } from '../participant/room-participant.ts';
import type { AgentOptions } from '../port.ts';
import { createVoicePublication } from './voice-publication.ts';

export interface AgentSessionOptions {
  readonly agent: AgentOptions;
  readonly context: MediaContext;
  /** False while nobody would hear the agent: its output waits. */
  readonly canSpeak: (agent: AgentSession) => boolean;
  /** Loudness of a frame the agent spoke, dB below the maximum. */
  readonly onLevel: (sessionId: string, level: number) => void;
}

/** @throws RangeError for a sample rate that Opus does not have. */
export function createAgentSession(options: AgentSessionOptions): AgentSession {
  const { agent, context } = options;
  const { sessionId = randomUUID() } = agent;
  const voice = createVoicePublication({
    name: 'audio',
    sampleRate: agent.sampleRate,
    context,
    isReady: () => options.canSpeak(session),
    onLevel: (level) => options.onLevel(sessionId, level),
  });
  let closed = false;

  const guard = <T>(stage: string, run: () => T): T | undefined => {
    if (closed) return undefined;
    try {
      return run();
    } catch (error) {
      context.onFault(stage, error);
      return undefined;
    }
  };

  const session: AgentSession = {
    sessionId,
    userId: sessionId,
    userName: agent.userName,
    owner: true,
    joinedAt: Date.now(),
    participantType: 'agent',
    permissions: resolvePermissions({}, true),
    level: 'full',
    publications: new Map([['audio', voice.publication]]),
    output: voice.output,
    hear: (pcm, from) => guard('agent-audio', () => agent.onAudio(pcm, from)),
    receive(...message) {
      const done = guard('agent-message', () => agent.onAppMessage(...message));
      return done instanceof Promise ? done : null;
    },
    wake: voice.output.wake,
    setBackground: (sound) => guard('background', () => voice.setBackground(sound)),
    close() {
      closed = true;
      voice.close();
    },
  };
  return session;
}
