import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Knowledge, readKnowledge } from '@kindling/conversation';
import { type AssistantCreate, assistantCreateSchema } from '@kindling/protocol';

/** What the brand brings: the facts of its guide, and the assistant that a new installation starts with. */
export interface BrandContent {
  readonly knowledge: Knowledge;
  readonly assistant: AssistantCreate;
}

const FOLDER = resolve(import.meta.dirname, '../../../../../content/guide');

/**
 * Reads the guide's folder below `content/`. The assistant's prompt is its instructions and the facts, a line each.
 *
 * @throws an error of the file system where a file is missing, a `ZodError` that names what does not fit
 */
export function readBrandContent(folder = FOLDER): BrandContent {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const knowledge = readKnowledge(folder);
  const prompt = read('instructions.txt') + toFacts(knowledge);
  const assistant = assistantCreateSchema.parse(JSON.parse(read('assistant.json')));
  return {
    knowledge,
    assistant: assistantCreateSchema.parse({
      ...assistant,
      model: { ...assistant.model, messages: [{ role: 'system', content: prompt }] },
    }),
  };
}

/** The knowledge for a language model: a line per fact, as short as it is spoken. */
function toFacts({ entries }: Knowledge): string {
  return entries
    .filter(({ kind }) => kind === 'fact')
    .map(({ label, topic, answer }) => `- ${label ?? topic}: ${answer}`)
    .join('\n');
}
