import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { AgentSession } from '../participant/room-participant.ts';

/** Decides whether an agent has listeners, or should wait for them. */
export interface VoiceAudience {
  /**
   * False until a participant has subscribed, and while all subscribers are unreachable: speech would
   * be lost. After all of them have unsubscribed or left, output continues without listeners.
   */
  canSpeak(agent: AgentSession): boolean;
  /** Call when participants, their connections or subscriptions changed. */
  refresh(): void;
}

export function createVoiceAudience(registry: ParticipantRegistry): VoiceAudience {
  const everHeard = new WeakSet<AgentSession>();
  return {
    canSpeak(agent) {
      const listeners = registry.listenersOf(agent);
      if (!registry.agents.has(agent.sessionId)) return false;
      if (listeners.length === 0) return everHeard.has(agent);
      return listeners.some((session) => session.reachable);
    },
    refresh() {
      for (const agent of registry.agents.values()) {
        if (registry.listenersOf(agent).length > 0) everHeard.add(agent);
        agent.wake();
      }
    },
  };
}
