import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Knowledge, readKnowledge } from '@kindling/conversation';
import { type AssistantCreate, assistantCreateSchema } from '@kindling/protocol';
import { z } from 'zod';

/** What the brand brings: the facts of its guide, and the assistant that a new installation starts with. */
export interface BrandContent {
  readonly knowledge: Knowledge;
  /** The facts that a language model is given, those that fit a turn. */
  readonly facts: Knowledge['entries'];
  readonly assistant: AssistantCreate;
}

const FOLDER = resolve(import.meta.dirname, '../../../../../content/guide');

const languageModelSchema = z.object({
  /** Ids of the facts that are in the prompt, whatever is asked. */
  always: z.array(z.string()),
  /** Ids of facts about the guide, which do not hold where a language model answers. */
  leftOut: z.array(z.string()),
});

/**
 * Reads the guide's folder below `content/`. The assistant's prompt is its instructions and the facts that always hold,
 * a line each.
 *
 * @throws an error of the file system where a file is missing, a `ZodError` that names what does not fit
 */
export function readBrandContent(folder = FOLDER): BrandContent {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const knowledge = readKnowledge(folder);
  const languageModel = languageModelSchema.parse(JSON.parse(read('language-model.json')));
  const facts = knowledge.entries.filter(({ id }) => !languageModel.leftOut.includes(id));
  const prompt = read('instructions.txt') + toLines(facts, languageModel.always);
  const assistant = assistantCreateSchema.parse(JSON.parse(read('assistant.json')));
  return {
    knowledge,
    facts,
    assistant: assistantCreateSchema.parse({
      ...assistant,
      model: { ...assistant.model, messages: [{ role: 'system', content: prompt }] },
    }),
  };
}

/**
 * A line per fact, as short as it is spoken.
 *
 * @throws an Error that names the fact that is missing
 */
function toLines(entries: Knowledge['entries'], ids: readonly string[]): string {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return ids
    .map((id) => {
      const entry = byId.get(id);
      if (entry === undefined) throw new Error(`language-model.json: there is no fact ${id}.`);
      return `- ${entry.label ?? entry.topic}: ${entry.answer}`;
    })
    .join('\n');
}
