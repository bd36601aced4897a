import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { AgentSession } from '../participant/room-participant.ts';

/** Messages kept for the first agent. */
const MAX_EARLY_MESSAGES = 100;

interface SentAppMessage {
  /** Session id. */
  readonly from: string;
  readonly data: unknown;
  /** See `AgentOptions`. */
  readonly sequence: number | null;
}

export type Delivery = 'delivered' | 'not_found' | 'queue_full';

/** Delivers app messages between participants. */
export interface AppMessages {
  /** `to`: a session id, or `*` for everyone else. `held`: settles when an agent has done what its sender may rely on. */
  route(
    message: SentAppMessage,
    to: string,
  ): { readonly delivery: Delivery; readonly held: Promise<unknown> | null };
  /** Hands a new agent the messages to everyone that came before there was an agent. */
  welcome(agent: AgentSession): void;
}

export function createAppMessages(registry: ParticipantRegistry): AppMessages {
  let early: SentAppMessage[] = [];

  const toSessions = (from: string, data: unknown): void => {
    const sender = registry.findSession(from);
    registry.broadcast({ type: 'app-message', from, data }, sender);
  };

  const hasReaders = (from: string): boolean =>
    [...registry.sessions.values()].some(
      (session) => session.level === 'full' && session.sessionId !== from,
    );

  const toAgents = (message: SentAppMessage): ReturnType<AppMessages['route']> => {
    const { from, data, sequence } = message;
    const listening = [...registry.agents.values()].filter((agent) => agent.sessionId !== from);
    const held = listening.flatMap((agent) => agent.receive(data, from, sequence) ?? []);
    if (registry.agents.size > 0)
      return { delivery: 'delivered', held: held.length > 0 ? Promise.allSettled(held) : null };
    if (early.length >= MAX_EARLY_MESSAGES) return { delivery: 'queue_full', held: null };
    early.push(message);
    return { delivery: 'delivered', held: null };
  };

  return {
    route(message, to) {
      const { from, data, sequence } = message;
      if (to === '*') {
        toSessions(from, data);
        const { delivery, held } = toAgents(message);
        // Other participants received it, so a full queue for agents is no failure.
        return { delivery: hasReaders(from) ? 'delivered' : delivery, held };
      }
      const agent = registry.agents.get(to);
      const found = registry.findSession(to);
      const session = found?.level === 'full' ? found : undefined;
      const held = agent?.receive(data, from, sequence) ?? null;
      session?.send({ type: 'app-message', from, data });
      const isFound = agent !== undefined || session !== undefined;
      return { delivery: isFound ? 'delivered' : 'not_found', held };
    },
    welcome(agent) {
      const waiting = early;
      early = [];
      for (const { from, data, sequence } of waiting) void agent.receive(data, from, sequence);
    },
  };
}
