import type { AssistantCreate } from '@kindling/protocol';
import { providerName } from './provider-names.ts';

type Named = NonNullable<AssistantCreate['model']>;

/** The models that an assistant names for when its own does not answer, in their order; a name alone is of its provider. */
export function plannedModels(named: Named): Named[] {
  const { fallbackModels, fallbackPlan, model: _model, url: _url, ...shared } = named;
  return [...(fallbackModels ?? []), ...(fallbackPlan?.models ?? [])].map((one) =>
    typeof one === 'string'
      ? { ...shared, ...(named.url !== undefined && { url: named.url }), model: one }
      : { ...shared, ...one, provider: providerName(one.provider) },
  );
}
