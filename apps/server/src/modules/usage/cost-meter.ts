import type { ActiveAssistant, Handoff } from '@kindling/conversation';
import type { Call } from '@kindling/protocol';

/** The model that runs on this machine. */
const LOCAL_MODEL = 'kindling';

/** Who answers, and who may take over. */
interface Router {
  readonly speaker: Pick<ActiveAssistant, 'model'>;
  handOff(destination: string): Handoff | null;
}

/** What a call costs, as far as this server can know. */
export interface CostMeter {
  /** The router's, recording which assistant takes over. */
  readonly handOff: Router['handOff'];
  /** US dollars; null when a model was asked whose price is not known here. */
  cost(): number | null;
}

export function createCostMeter(router: Router): CostMeter {
  let local = router.speaker.model.provider === LOCAL_MODEL;
  return {
    handOff(destination) {
      const handoff = router.handOff(destination);
      if (handoff !== null) local &&= handoff.to.model.provider === LOCAL_MODEL;
      return handoff;
    },
    cost: () => (local ? 0 : null),
  };
}

/**
 * The parts of a cost, in the published names. Hearing, speaking and carrying happen on this machine;
 * of a model elsewhere, and so of all together, the price is left out.
 */
export function costBreakdown(cost: number | null): NonNullable<Call['costBreakdown']> {
  const own = { transport: 0, stt: 0, tts: 0, vapi: 0 };
  return cost === null ? own : { ...own, llm: cost, total: cost };
}
