import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { AgentSession } from '../server-participants/agent-session.ts';

/** Whether an agent should speak at all. */
export interface VoiceAudience {
  /**
   * False until somebody has subscribed, and while all who did are out of reach: what is said
   * then would be lost. Once people have unsubscribed or left, time goes on without them.
   */
  canSpeak(agent: AgentSession): boolean;
  /** Somebody came, left, came into reach, or wants to hear something else. */
  refresh(): void;
}

export function createVoiceAudience(members: ParticipantRegistry): VoiceAudience {
  const everHeard = new WeakSet<AgentSession>();
  return {
    canSpeak(agent) {
      const listeners = members.listenersOf(agent);
      if (!members.agents.has(agent.sessionId)) return false;
      if (listeners.length === 0) return everHeard.has(agent);
      return listeners.some((session) => session.reachable);
    },
    refresh() {
      for (const agent of members.agents.values()) {
        if (members.listenersOf(agent).length > 0) everHeard.add(agent);
        agent.wake();
      }
    },
  };
}
