import {
  type AnalysisPlan,
  analysisPlanSchema,
  objectSchemaSchema,
  type Warning,
} from '@kindling/protocol';

type Fields = Readonly<Record<string, unknown>>;

const NAMES = [
  ...['summaryPrompt', 'summaryRequestTimeoutSeconds'],
  ...['structuredDataPrompt', 'structuredDataSchema', 'structuredDataRequestTimeoutSeconds'],
  ...[
    'successEvaluationPrompt',
    'successEvaluationRubric',
    'successEvaluationRequestTimeoutSeconds',
  ],
] as const;

/** Paths of what an analysis plan was made of in earlier versions. */
export const OLDER_ANALYSIS: readonly string[] = NAMES.map((name) => `analysisPlan.${name}`);

const TRANSCRIPT = 'The transcript of the call:\n\n{{transcript}}\n\nHow it ended: {{endedReason}}';
const SCHEMA =
  'Answer with one JSON object that fits this JSON Schema, and nothing else:\n\n{{schema}}';
const RUBRIC = 'Answer with the result on this scale and nothing else:\n\n{{rubric}}';
/** Longest time for an answer, s. */
const MAX_TIMEOUT = 60;

export interface RenewedAnalysis {
  /** Undefined: it says nothing in older fields. */
  readonly plan?: AnalysisPlan;
  readonly warnings: readonly Warning[];
}

/** An analysis plan in the fields of today: a plan for each question, which was a prompt beside others. */
export function renewAnalysis(written: unknown): RenewedAnalysis {
  const given = asFields(written);
  if (NAMES.every((name) => given[name] === undefined)) return { warnings: [] };
  const { structuredDataSchema: schema } = given;
  const isSchema = objectSchemaSchema.safeParse(schema).success;
  const facts = {
    ...(isSchema && { enabled: true, schema }),
    ...question(given, 'structuredData', SCHEMA),
    ...asFields(given.structuredDataPlan),
  };
  const plan = {
    ...given,
    summaryPlan: { ...question(given, 'summary'), ...asFields(given.summaryPlan) },
    ...(isSchema && { structuredDataPlan: facts }),
    successEvaluationPlan: {
      ...question(given, 'successEvaluation', RUBRIC),
      ...(given.successEvaluationRubric !== undefined && { rubric: given.successEvaluationRubric }),
      ...asFields(given.successEvaluationPlan),
    },
  };
  const parsed = analysisPlanSchema.safeParse(plan);
  const warnings = unusable(given, isSchema);
  if (parsed.success) return { plan: parsed.data, warnings };
  const [issue] = parsed.error.issues;
  const message = `This plan cannot be used: ${issue?.message}`;
  return { warnings: [...warnings, { path: 'analysisPlan', message }] };
}

function question(given: Fields, name: string, how?: string) {
  const prompt = given[`${name}Prompt`];
  const timeout = given[`${name}RequestTimeoutSeconds`];
  // An empty prompt was how a question was left out.
  if (prompt === '') return { enabled: false };
  return {
    ...(typeof timeout === 'number' && {
      timeoutSeconds: Math.min(MAX_TIMEOUT, Math.max(1, timeout)),
    }),
    ...(typeof prompt === 'string' && {
      messages: [
        { role: 'system', content: how === undefined ? prompt : `${prompt}\n\n${how}` },
        { role: 'user', content: TRANSCRIPT },
      ],
    }),
  };
}

/** Facts need a schema of an object. */
function unusable(given: Fields, isSchema: boolean): Warning[] {
  const { structuredDataSchema: schema, structuredDataPrompt: prompt } = given;
  if (isSchema || (schema === undefined && !prompt)) return [];
  const name = schema === undefined ? 'structuredDataPrompt' : 'structuredDataSchema';
  const message = 'Facts are taken down by a schema of the type "object": none are here.';
  return [{ path: `analysisPlan.${name}`, message }];
}

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
