import { createPassageIndex, type KnowledgeSource, searchTurn } from '@kindling/conversation';

/** How sentences begin that tell an assistant what to do: nobody who calls wants to hear them. */
const INSTRUCTION =
  /^(?:you|your (?:name|role|job|goal|task|tone|style|purpose|responses?|answers?|personality)|always|never|do not|don't|keep|be|act|ask|if|when|whenever|once|after|before|unless|use|avoid|speak|talk|respond|reply|answer|greet|say|tell|make|ensure|remember|please|stay|start|begin|end|confirm|collect|gather|offer|wait|only|let|provide|help|assist|follow|transfer|try|listen|maintain|handle|verify|repeat|introduce|thank|read|note|important|goal|role|task|objective|identity|style|rules?|guidelines?|instructions?|steps?|context|example|the (?:user|caller|customer|assistant|agent|ai)\b)\b/i;
const LIST_MARK = /^\s*(?:[-*•#>]+|\d+[.)])\s*/;

/** The facts of a prompt, for an answerer that reads no instructions. */
export function createPromptSource(prompt: string): KnowledgeSource {
  const opening = createPassageIndex([{ id: 'prompt', text: statementsOf(prompt).join('\n\n') }]);
  return {
    async find({ messages, signal }) {
      const index = await opening;
      signal?.throwIfAborted();
      return { say: null, passages: searchTurn(index, messages) };
    },
  };
}

/** Sentences that state something. */
export function statementsOf(prompt: string): string[] {
  return prompt
    .split('\n')
    .map((line) => line.replace(LIST_MARK, '').replaceAll('**', '').trim())
    .filter((line) => line !== '' && !line.endsWith(':') && !/^[[{<]/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .filter((sentence) => !INSTRUCTION.test(sentence) && sentence.split(/\s+/).length > 2);
}

/** All that several sources find, the first one's first. */
export function joinSources(sources: readonly KnowledgeSource[]): KnowledgeSource {
  return {
    async find(request) {
      const found = await Promise.all(sources.map((source) => source.find(request)));
      return {
        say: found.find(({ say }) => say !== null)?.say ?? null,
        passages: found.flatMap(({ passages }) => passages),
      };
    },
  };
}
