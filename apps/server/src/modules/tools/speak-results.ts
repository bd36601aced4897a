import type { ToolResult, ToolRunner } from '@kindling/conversation';

/** Longer answers are for a model to read, not for a voice, characters. */
const MAX_SPOKEN_CHARACTERS = 600;

/**
 * The tools of an assistant without a language model: nobody makes a sentence of what a tool answers,
 * so it is said as it is. Of those that say when they are due; nothing else ever asks for the others.
 */
export function speakResults(tools: ToolRunner): ToolRunner {
  const conditional = new Set(
    tools.definitions.filter(({ when }) => when !== undefined).map(({ name }) => name),
  );
  return {
    definitions: tools.definitions,
    async run(call, options) {
      const result = await tools.run(call, options);
      const silent = result.say === undefined && result.effect === undefined;
      return silent && conditional.has(call.name) ? { ...result, say: wordsFor(result) } : result;
    },
  };
}

function wordsFor({ content, failed }: ToolResult): string {
  if (failed) return 'I could not do that just now.';
  const isData = /^\s*[[{]/.test(content);
  return isData || content.length > MAX_SPOKEN_CHARACTERS || content.trim() === ''
    ? 'That is done.'
    : content;
}
