import type { CallCost } from '@kindling/protocol';
import type { ProviderPrices } from '../../platform/config/provider-prices.ts';
import type { ProviderUse } from './use-meter.ts';

/** What was had of providers, in the published names, with what it costs where that is known. */
export function useCosts(uses: readonly ProviderUse[], prices: ProviderPrices): CallCost[] {
  return uses.map((use) => {
    const cost = priceOf(use, prices);
    return { ...describe(use), ...(cost !== null && { cost }) };
  });
}

/** US dollars of these together; null: of one it is not known. */
export function sumOfCosts(costs: readonly CallCost[]): number | null {
  return costs.reduce<number | null>(
    (sum, { cost }) => (sum === null || cost === undefined ? null : sum + cost),
    0,
  );
}

function describe(use: ProviderUse): CallCost {
  const { type, provider, model } = use;
  const part = { provider, ...(model !== null && { model }) };
  switch (use.type) {
    case 'transcriber':
      return { type, transcriber: part, minutes: use.seconds / 60 };
    case 'voice':
      return { type, voice: part, characters: use.characters };
    case 'model': {
      const { promptTokens, completionTokens } = use;
      return { type, model: part, promptTokens, completionTokens };
    }
  }
}

const THOUSAND = 1_000;
const MILLION = 1_000_000;

function priceOf(use: ProviderUse, prices: ProviderPrices): number | null {
  const { type, provider, model } = use;
  const price = prices[`${type}:${provider}/${model}`] ?? prices[`${type}:${provider}`];
  if (price === undefined) return null;
  const [first, second = first] = price;
  switch (use.type) {
    case 'transcriber':
      return (use.seconds / 60) * first;
    case 'voice':
      return (use.characters / THOUSAND) * first;
    case 'model':
      return (use.promptTokens * first + use.completionTokens * second) / MILLION;
  }
}
