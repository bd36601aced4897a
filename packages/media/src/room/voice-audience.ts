import type { Members } from './members.ts';
import type { VoiceFrame } from './voice-sender.ts';

/** Who hears an agent, and whether it should speak at all. */
export interface VoiceAudience {
  /**
   * False until somebody has subscribed, and while all who did are out of reach: what is said
   * then would be lost. Once people have unsubscribed or left, time goes on without them.
   */
  canSpeak(agentId: string): boolean;
  hasListeners(agentId: string): boolean;
  send(agentId: string, frame: VoiceFrame): void;
  /** Somebody subscribed to, or unsubscribed from, this session id. */
  update(sessionId: string): void;
  /** Somebody came, left, or came into reach. */
  refresh(): void;
}

export function createVoiceAudience(members: Members): VoiceAudience {
  const everHeard = new WeakSet<object>();

  const refresh = (): void => {
    for (const agent of members.agents.values()) agent.wake();
  };

  return {
    canSpeak(agentId) {
      const agent = members.agents.get(agentId);
      const listeners = members.listenersOf(agentId);
      if (agent === undefined) return false;
      if (listeners.length === 0) return everHeard.has(agent);
      return listeners.some((seat) => seat.reachable);
    },
    hasListeners: (agentId) => members.listenersOf(agentId).some((seat) => seat.reachable),
    send(agentId, frame) {
      for (const seat of members.listenersOf(agentId)) seat.sendVoice(frame);
    },
    update(sessionId) {
      const agent = members.agents.get(sessionId);
      if (agent !== undefined && members.listenersOf(sessionId).length > 0) everHeard.add(agent);
      refresh();
    },
    refresh,
  };
}
