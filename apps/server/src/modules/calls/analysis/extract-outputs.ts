import type {
  Artifact,
  OutputArtifact,
  OutputCondition,
  OwnOutput,
  SkippedOutput,
  StructuredOutputResult,
} from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Writers } from '../../assistants/runtime/models/writers.ts';
import { storableJson } from '../../chats/storable-text.ts';
import { answerSchema } from '../../structured-outputs/answer-schema.ts';
import { extractByRegex } from '../../structured-outputs/extract-by-regex.ts';
import { createArgumentsCheck } from '../../tools/check-arguments.ts';
import { askQuestion } from './analyse-call.ts';
import { type OutputMaterial, outputQuestion } from './output-questions.ts';

/** An output with the id that its result stands under. */
export interface WantedOutput {
  readonly id: string;
  readonly output: OwnOutput;
}

export interface ExtractOutputsOptions {
  readonly orgId: string;
  readonly writers: Pick<Writers, 'open'>;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Rejects all of it when aborted. */
  readonly signal: AbortSignal;
  /** Asked before each: whether the conversation is still there. */
  readonly isWanted: () => Promise<boolean>;
}

export interface ExtractedOutputs {
  readonly results: Readonly<Record<string, StructuredOutputResult>>;
  /** Of which a condition is not met. */
  readonly skipped: Readonly<Record<string, SkippedOutput>>;
  /** Whether a language model was asked, of which it is not known what it took. */
  readonly hasAsked: boolean;
}

export const NO_OUTPUTS: ExtractedOutputs = { results: {}, skipped: {}, hasAsked: false };

/** Fewer messages are no conversation yet. */
const LEAST_MESSAGES = 2;

/** Takes one after another down: a model on a school's own machine has room for one. */
export async function extractOutputs(
  wanted: readonly WantedOutput[],
  material: OutputMaterial,
  options: ExtractOutputsOptions,
): Promise<ExtractedOutputs> {
  const results: Record<string, StructuredOutputResult> = {};
  const skipped: Record<string, SkippedOutput> = {};
  let hasAsked = false;
  const open: Writers['open'] = async (...named) => {
    const model = await options.writers.open(...named);
    hasAsked = true;
    return model;
  };
  for (const { id, output } of wanted) {
    const { name, compliancePlan } = output;
    const unmetCondition = unmetOf(output, material);
    if (unmetCondition !== undefined) {
      skipped[id] = { name, unmetCondition };
      continue;
    }
    if (!(await options.isWanted())) break;
    const found = await extract(output, material, { ...options, writers: { open } });
    results[id] = { name, ...found, ...(compliancePlan && { compliancePlan }) };
  }
  return { results, skipped, hasAsked };
}

type Found = Pick<StructuredOutputResult, 'result' | 'error'>;

async function extract(
  output: OwnOutput,
  material: OutputMaterial,
  options: ExtractOutputsOptions,
): Promise<Found> {
  try {
    const result =
      output.type === 'regex'
        ? await searched(output, material.transcript)
        : await answered(output, material, options);
    // A model may say what no database keeps.
    return { result: JSON.parse(storableJson(result)) };
  } catch (error) {
    options.signal.throwIfAborted();
    return { result: null, error: error instanceof Error ? error.message : String(error) };
  }
}

async function searched(output: OwnOutput, transcript: string): Promise<unknown> {
  const result = extractByRegex(output, transcript);
  const check = createArgumentsCheck(answerSchema(output));
  const checked = await check(JSON.stringify({ result }), 'match');
  if (checked.ok) return result;
  throw new Error('What the regex finds does not fit its schema.');
}

async function answered(
  output: OwnOutput,
  material: OutputMaterial,
  { writers, orgId, clock, signal }: ExtractOutputsOptions,
): Promise<unknown> {
  const model = await writers.open(orgId, output.model);
  return askQuestion(outputQuestion(output, material), { model, clock, signal });
}

/** The first condition that is not met. */
function unmetOf({ conditions }: OwnOutput, material: OutputMaterial): OutputCondition | undefined {
  const given = conditions ?? [];
  const isCounted = given.some(({ type }) => type === 'minMessages');
  const least = { type: 'minMessages', count: LEAST_MESSAGES } as const;
  return [...(isCounted ? [] : [least]), ...given].find((one) => !isMet(one, material));
}

function isMet(condition: OutputCondition, material: OutputMaterial): boolean {
  const { messages, durationSeconds, endedReason } = material;
  switch (condition.type) {
    case 'minMessages': {
      const spoken = messages.filter(({ role }) => role === 'user' || role === 'bot');
      return spoken.length >= condition.count;
    }
    case 'minCallDuration':
      return durationSeconds === null || durationSeconds >= condition.seconds;
    case 'endedReason':
      return condition.values.includes(endedReason) === (condition.operator === 'oneOf');
  }
}

/** What was taken down, beside what was before; nothing where nothing was wanted. */
export function outputArtifact(
  before: OutputArtifact | Artifact | null,
  { results, skipped }: ExtractedOutputs,
  at: number,
): OutputArtifact {
  const found = Object.keys(results);
  if (found.length === 0 && Object.keys(skipped).length === 0) return {};
  const stillSkipped = Object.entries(before?.skippedStructuredOutputs ?? {}).filter(
    ([id]) => !found.includes(id),
  );
  const allSkipped = { ...Object.fromEntries(stillSkipped), ...skipped };
  return {
    structuredOutputs: { ...before?.structuredOutputs, ...results },
    ...(Object.keys(allSkipped).length > 0 && { skippedStructuredOutputs: allSkipped }),
    structuredOutputsLastUpdatedAt: new Date(at).toISOString(),
  };
}
