import type { CallMessage, OwnOutput } from '@kindling/protocol';
import { isFields } from '../../../platform/errors/is-fields.ts';
import { objectTextIn, readJsonText } from '../../../platform/errors/json-text.ts';
import { answerSchema, isOfObjects } from '../../structured-outputs/answer-schema.ts';
import { createArgumentsCheck, schemaFault } from '../../tools/check-arguments.ts';
import {
  type AnalysisQuestion,
  asQuestion,
  type CallMaterial,
  EVIDENCE,
  MATERIAL_MAX,
  Misfit,
  task,
} from './analysis-questions.ts';

/** What is known of a conversation that is over. */
export interface OutputMaterial extends CallMaterial {
  readonly messages: readonly CallMessage[];
  /** ISO 8601; null: not known. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly durationSeconds: number | null;
  readonly variableValues: Readonly<Record<string, unknown>>;
}

/** A model on a school's own machine may want that long. */
const TIMEOUT_SECONDS = 30;

const WHAT =
  'You look through a conversation that is over for one thing: “{{structuredOutput.name}}”.\n{{structuredOutput.description}}';
const OBJECT = [
  WHAT,
  'Answer with one JSON object that fits this JSON Schema, and nothing else:',
  '{{structuredOutput.schema}}',
  `Go by what the conversation says alone, and leave out what it does not tell. ${EVIDENCE}`,
].join('\n');
const VALUE = [
  WHAT,
  'Answer with one JSON object, {"result": …}, and nothing else. The result fits this JSON Schema:',
  '{{structuredOutput.schema}}',
  `Go by what the conversation says alone; where it does not tell, the result is null. ${EVIDENCE}`,
].join('\n');
const CONVERSATION = 'The conversation:\n\n{{conversation}}';
const ENDED = 'How it ended: {{endedReason}}';
const PROMPT_MESSAGE = 'What the assistant was told:\n\n{{systemPrompt}}';

/** What a language model is asked for one output; what it finds is the result. */
export function outputQuestion(
  output: OwnOutput,
  material: OutputMaterial,
): AnalysisQuestion<unknown> {
  const { model: { messages, timeoutSeconds = TIMEOUT_SECONDS, temperature, maxTokens } = {} } =
    output as { readonly model?: NonNullable<OwnOutput['model']> };
  const own = task(
    isOfObjects(output) ? OBJECT : VALUE,
    CONVERSATION,
    ...(material.endedReason === '' ? [] : [ENDED]),
    ...(material.systemPrompt === '' ? [] : [PROMPT_MESSAGE]),
  );
  const isOwn = messages === undefined || messages.length === 0;
  return {
    name: output.name,
    limits: {
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { maxTokens }),
    },
    ...asQuestion({ messages, timeoutSeconds }, own, knownOf(output, material)),
    async obstacle() {
      const fault = await schemaFault(answerSchema(output));
      return fault === null ? null : `Its schema ${fault}`;
    },
    read: (answer) =>
      isOfObjects(output) ? readObject(output, answer) : readValue(output, answer, isOwn),
  };
}

/** All that a prompt can name. */
function knownOf({ name, description = '', schema }: OwnOutput, material: OutputMaterial) {
  const { transcript, systemPrompt, endedReason, messages } = material;
  return {
    ...material.variableValues,
    transcript: transcript.slice(-MATERIAL_MAX),
    conversation: conversationText(messages).slice(-MATERIAL_MAX),
    messages: newestWithin(messages),
    systemPrompt: systemPrompt.slice(0, MATERIAL_MAX),
    endedReason,
    callEndedReason: endedReason,
    duration: material.durationSeconds,
    startedAt: material.startedAt,
    endedAt: material.endedAt,
    structuredOutput: { name, description, schema },
    schema,
  };
}

/** What was said and what tools were asked and answered, a line each. */
function conversationText(messages: readonly CallMessage[]): string {
  return messages.flatMap(linesOf).join('\n');
}

function linesOf({ role, message, toolCalls = [], name, result }: CallMessage): string[] {
  switch (role) {
    case 'user':
      return [`User: ${message}`];
    case 'bot':
      return [`AI: ${message}`];
    case 'tool_calls':
      return toolCalls.map(
        ({ function: asked }) => `(The AI asks the tool “${asked.name}”: ${asked.arguments})`,
      );
    case 'tool_call_result':
      return [`(The tool “${name ?? ''}” answers: ${result ?? ''})`];
    default:
      return [];
  }
}

/** The last messages, as many as a model is given of a conversation. */
function newestWithin(messages: readonly CallMessage[]): CallMessage[] {
  const kept: CallMessage[] = [];
  let left = MATERIAL_MAX;
  for (const message of messages.toReversed()) {
    left -= JSON.stringify(message).length;
    if (left < 0) break;
    kept.unshift(message);
  }
  return kept;
}

async function readObject({ schema }: OwnOutput, answer: string): Promise<unknown> {
  const checked = await createArgumentsCheck(schema)(objectTextIn(answer), 'answer');
  if (checked.ok) return checked.values;
  throw misfit(checked.message);
}

/** @param isOwn asked in Kindling's own words: the answer is as they say, not as another prompt may have it */
async function readValue(output: OwnOutput, answer: string, isOwn: boolean): Promise<unknown> {
  const check = createArgumentsCheck(answerSchema(output));
  const faults: string[] = [];
  for (const result of isOwn ? wrappedIn(answer) : [...wrappedIn(answer), ...plainIn(answer)]) {
    const checked = await check(JSON.stringify({ result }), 'answer');
    if (checked.ok) return checked.values.result;
    faults.push(checked.message);
  }
  throw misfit(faults[0] ?? 'It must be one JSON object with the field result.');
}

function wrappedIn(answer: string): unknown[] {
  const written = readJsonText(objectTextIn(answer));
  return isFields(written) && 'result' in written ? [written.result] : [];
}

/** A value without anything around it, or text that is meant as it stands. */
function plainIn(answer: string): unknown[] {
  const plain = answer.trim().replace(/^```\w*\n([\s\S]*)\n```$/, '$1');
  const value = readJsonText(plain);
  return [...(value === undefined ? [] : [value]), ...(plain === '' ? [] : [plain])];
}

const misfit = (complaint: string) => new Misfit('The answer did not fit its schema.', complaint);
