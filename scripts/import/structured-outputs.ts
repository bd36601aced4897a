import type { SourceRow } from './source-account.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * An assistant that names structured outputs, with each as a plan of its analysis: they are not stored by themselves
 * here.
 *
 * @param outputs those of the account, by id
 */
export function withStructuredOutputs(
  assistant: SourceRow,
  outputs: ReadonlyMap<string, SourceRow>,
): SourceRow {
  const { artifactPlan, analysisPlan } = assistant as {
    readonly artifactPlan?: Fields | null;
    readonly analysisPlan?: Fields | null;
  };
  const ids = artifactPlan?.structuredOutputIds;
  if (!Array.isArray(ids) || ids.length === 0) return assistant;
  const { structuredOutputIds: _ids, ...artifacts } = artifactPlan ?? {};
  const plans = ids.flatMap((id: unknown) => {
    const output = outputs.get(String(id));
    return output === undefined ? [] : [planOf(output)];
  });
  const own = analysisPlan?.structuredDataMultiPlan;
  return {
    ...assistant,
    artifactPlan: artifacts,
    analysisPlan: {
      ...NOTHING_ELSE,
      ...analysisPlan,
      structuredDataMultiPlan: [...(Array.isArray(own) ? own : []), ...plans],
    },
  };
}

/** Where the assistant had no plan, nothing but these is asked for. */
const NOTHING_ELSE = {
  summaryPlan: { enabled: false },
  successEvaluationPlan: { enabled: false },
} as const;

/** A schema here is of an object: anything else becomes its one field. */
function planOf({ name, schema, description }: SourceRow) {
  const { type } = (schema ?? {}) as { readonly type?: unknown };
  const about = typeof description === 'string' ? { description } : {};
  const whole =
    type === 'object'
      ? { ...about, ...(schema as Fields) }
      : { type: 'object', ...about, properties: { value: schema ?? {} }, required: ['value'] };
  return { key: String(name ?? 'output').slice(0, 100), plan: { enabled: true, schema: whole } };
}
