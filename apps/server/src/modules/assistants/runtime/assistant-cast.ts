import type { AssistantCreate } from '@kindling/protocol';
import { activeAssistant } from './active-assistant.ts';
import type { Cast, CastContext } from './cast.ts';

/** One assistant, who hands over to nobody. */
export async function createAssistantCast(
  assistant: AssistantCreate,
  { equip, now }: CastContext,
): Promise<Cast> {
  const speaker = activeAssistant(assistant, await equip(assistant), { now: now() });
  return { speaker, assistant, members: [assistant], handOff: () => null, trail: () => null };
}
