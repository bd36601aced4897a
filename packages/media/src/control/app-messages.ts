import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { AgentSession } from '../server-participants/agent-session.ts';

/** Messages that came before an agent did. */
const MAX_EARLY_MESSAGES = 100;

export type Delivery = 'delivered' | 'not_found' | 'queue_full';

/** Takes app messages from person or agent to those they are meant for. */
export interface AppMessages {
  /** `to`: a session id, or `*` for everybody else. */
  route(from: string, to: string, data: unknown): Delivery;
  /** Gives a new agent what was said to everybody before there was one. */
  welcome(agent: AgentSession): void;
}

export function createAppMessages(members: ParticipantRegistry): AppMessages {
  let early: { from: string; data: unknown }[] = [];

  const toPeople = (from: string, data: unknown): void => {
    const sender = members.findSession(from);
    members.broadcast({ type: 'app-message', from, data }, sender);
  };

  const hasReaders = (from: string): boolean =>
    [...members.sessions.values()].some(
      (session) => session.level === 'full' && session.sessionId !== from,
    );

  const toAgents = (from: string, data: unknown): Delivery => {
    const listening = [...members.agents.values()].filter((agent) => agent.sessionId !== from);
    for (const agent of listening) agent.receive(data, from);
    if (members.agents.size > 0) return 'delivered';
    if (early.length >= MAX_EARLY_MESSAGES) return 'queue_full';
    early.push({ from, data });
    return 'delivered';
  };

  return {
    route(from, to, data) {
      if (to === '*') {
        toPeople(from, data);
        const delivery = toAgents(from, data);
        // People have read it: that no agent waits for it is no failure.
        return hasReaders(from) ? 'delivered' : delivery;
      }
      const agent = members.agents.get(to);
      const found = members.findSession(to);
      const session = found?.level === 'full' ? found : undefined;
      agent?.receive(data, from);
      session?.send({ type: 'app-message', from, data });
      return agent === undefined && session === undefined ? 'not_found' : 'delivered';
    },
    welcome(agent) {
      const waiting = early;
      early = [];
      for (const { from, data } of waiting) agent.receive(data, from);
    },
  };
}
