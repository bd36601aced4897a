import type { AssistantRouter } from '../../assistants/runtime/router.ts';

/** Wraps a router and collects the system prompt of each assistant that speaks, in order and without repeats. */
export function notePrompts(router: AssistantRouter): {
  readonly router: AssistantRouter;
  readonly prompts: () => string;
} {
  const known = new Set([router.speaker.settings.systemPrompt]);
  return {
    router: {
      get speaker() {
        return router.speaker;
      },
      get assistant() {
        return router.assistant;
      },
      members: router.members,
      handOff(destination) {
        const handoff = router.handOff(destination);
        if (handoff !== null) known.add(handoff.to.settings.systemPrompt);
        return handoff;
      },
      workflowTrace: () => router.workflowTrace(),
    },
    prompts: () => [...known].filter((prompt) => prompt !== '').join('\n\n'),
  };
}
