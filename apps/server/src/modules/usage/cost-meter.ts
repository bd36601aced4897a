import type { ActiveAssistant, Handoff } from '@kindling/conversation';
import type { Call, CallCost } from '@kindling/protocol';
import type { ProviderPrices } from '../../platform/config/provider-prices.ts';
import { sumOfCosts, useCosts } from './use-costs.ts';
import { createUseMeter, type UseMeter } from './use-meter.ts';

/** The model that runs on this machine. */
const LOCAL_MODEL = 'kindling';

/** Who answers, and who may take over. */
interface Router {
  readonly speaker: Pick<ActiveAssistant, 'model'>;
  handOff(destination: string): Handoff | null;
}

export interface CostMeterOptions {
  /** What is had of providers elsewhere. */
  readonly meter: UseMeter;
  readonly prices: ProviderPrices;
}

/** What a call costs, as far as this server can know. */
export interface CostMeter {
  /** The router's, recording which assistant takes over. */
  readonly handOff: Router['handOff'];
  /** US dollars; null when something was had elsewhere whose price is not known here. */
  cost(): number | null;
  /** What was had elsewhere. */
  costs(): readonly CallCost[];
  /** Null: all is counted. Resolves when it is, which is soon after an answer was cut off. */
  settled(): Promise<void> | null;
}

export function createCostMeter(
  router: Router,
  { meter, prices }: CostMeterOptions = { meter: createUseMeter(), prices: {} },
): CostMeter {
  let local = router.speaker.model.provider === LOCAL_MODEL;
  const costs = () => useCosts(meter.uses, prices);
  return {
    handOff(destination) {
      const handoff = router.handOff(destination);
      if (handoff !== null) local &&= handoff.to.model.provider === LOCAL_MODEL;
      return handoff;
    },
    cost() {
      const all = costs();
      const isMetered = local || all.some(({ type }) => type === 'model');
      return isMetered ? sumOfCosts(all) : null;
    },
    costs,
    settled: () => meter.settled,
  };
}

/**
 * The parts of a cost, in the published names. Carrying happens on this machine; of what was had elsewhere, and so of
 * all together, the price is left out where it is not known.
 */
export function costBreakdown(
  cost: number | null,
  costs: readonly CallCost[],
): NonNullable<Call['costBreakdown']> {
  const stt = sumOfCosts(costs.filter(({ type }) => type === 'transcriber'));
  const tts = sumOfCosts(costs.filter(({ type }) => type === 'voice'));
  const own = {
    transport: 0,
    ...(stt !== null && { stt }),
    ...(tts !== null && { tts }),
    vapi: 0,
    ...countedIn(costs),
  };
  if (cost === null || stt === null || tts === null) return own;
  return { ...own, llm: Math.max(0, cost - stt - tts), total: cost };
}

/** Characters and tokens, where a voice or a model elsewhere had any. */
function countedIn(costs: readonly CallCost[]) {
  const sum = (field: 'characters' | 'promptTokens' | 'completionTokens') =>
    costs.reduce((all, one) => all + (one[field] ?? 0), 0);
  const has = (wanted: CallCost['type']) => costs.some(({ type }) => type === wanted);
  return {
    ...(has('voice') && { ttsCharacters: sum('characters') }),
    ...(has('model') && {
      llmPromptTokens: sum('promptTokens'),
      llmCompletionTokens: sum('completionTokens'),
    }),
  };
}
