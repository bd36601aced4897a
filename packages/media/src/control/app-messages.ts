import type { Members } from '../participant/members.ts';
import type { AgentSeat } from '../server-participants/agent-seat.ts';

/** Messages that came before an agent did. */
const MAX_EARLY_MESSAGES = 100;

export type Delivery = 'delivered' | 'not_found' | 'queue_full';

/** Takes app messages from person or agent to those they are meant for. */
export interface AppMessages {
  /** `to`: a session id, or `*` for everybody else. */
  route(from: string, to: string, data: unknown): Delivery;
  /** Gives a new agent what was said to everybody before there was one. */
  welcome(agent: AgentSeat): void;
}

export function createAppMessages(members: Members): AppMessages {
  let early: { from: string; data: unknown }[] = [];

  const toPeople = (from: string, data: unknown): void => {
    const sender = members.findSeat(from);
    members.broadcast({ type: 'app-message', from, data }, sender);
  };

  const hasReaders = (from: string): boolean =>
    [...members.seats.values()].some((seat) => seat.level === 'full' && seat.sessionId !== from);

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
      const found = members.findSeat(to);
      const seat = found?.level === 'full' ? found : undefined;
      agent?.receive(data, from);
      seat?.send({ type: 'app-message', from, data });
      return agent === undefined && seat === undefined ? 'not_found' : 'delivered';
    },
    welcome(agent) {
      const waiting = early;
      early = [];
      for (const { from, data } of waiting) agent.receive(data, from);
    },
  };
}
