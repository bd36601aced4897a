import type { AssistantCreate } from '@kindling/protocol';
import type { AssistantRouter } from '../../assistants/runtime/router.ts';

/** Who spoke in a call. */
export interface Speakers {
  /** The system prompt of each, in order and without repeats. */
  readonly prompts: () => string;
  /** As they are written down, in order and without repeats. */
  readonly assistants: () => readonly AssistantCreate[];
}

/** Wraps a router and notes each assistant that speaks. */
export function noteSpeakers(router: AssistantRouter): {
  readonly router: AssistantRouter;
  readonly speakers: Speakers;
} {
  const prompts = new Set([router.speaker.settings.systemPrompt]);
  const assistants = new Set([router.assistant]);
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
        if (handoff !== null) {
          prompts.add(handoff.to.settings.systemPrompt);
          assistants.add(router.assistant);
        }
        return handoff;
      },
      workflowTrace: () => router.workflowTrace(),
      position: () => router.position(),
    },
    speakers: {
      prompts: () => [...prompts].filter((prompt) => prompt !== '').join('\n\n'),
      assistants: () => [...assistants],
    },
  };
}
