import type { Cast } from './cast.ts';

/** The cast, noting what each was told who came to speak: one prompt after the other, each once. */
export function notePrompts(cast: Cast): { readonly cast: Cast; readonly prompts: () => string } {
  const known = new Set([cast.speaker.settings.systemPrompt]);
  return {
    cast: {
      get speaker() {
        return cast.speaker;
      },
      get assistant() {
        return cast.assistant;
      },
      members: cast.members,
      handOff(destination) {
        const handoff = cast.handOff(destination);
        if (handoff !== null) known.add(handoff.to.settings.systemPrompt);
        return handoff;
      },
      trail: () => cast.trail(),
    },
    prompts: () => [...known].filter((prompt) => prompt !== '').join('\n\n'),
  };
}
