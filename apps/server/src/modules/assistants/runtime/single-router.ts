import type { AssistantCreate } from '@kindling/protocol';
import { activeAssistant } from './active-assistant.ts';
import type { AssistantRouter, RouterContext } from './router.ts';

/** One assistant, who hands over to nobody. */
export async function createSingleRouter(
  assistant: AssistantCreate,
  { resolveRuntime, now }: RouterContext,
): Promise<AssistantRouter> {
  const speaker = activeAssistant(assistant, await resolveRuntime(assistant), { now: now() });
  return {
    speaker,
    assistant,
    members: [assistant],
    handOff: () => null,
    workflowTrace: () => null,
  };
}
