import type { AnalysisPlan, FieldError } from '@kindling/protocol';
import { badFields } from '../../platform/errors/bad-field.ts';
import { schemaFault } from '../tools/check-arguments.ts';

/** @throws `bad_request` naming every schema of facts that is none; `path` is where the plan is */
export async function checkAnalysisSchemas(
  plan: AnalysisPlan | null | undefined,
  path = 'analysisPlan',
): Promise<void> {
  const { structuredDataPlan, structuredDataMultiPlan = [] } = plan ?? {};
  const schemas = [
    { at: `${path}.structuredDataPlan`, schema: structuredDataPlan?.schema },
    ...structuredDataMultiPlan.map(({ plan: { schema } }, index) => ({
      at: `${path}.structuredDataMultiPlan.${index}.plan`,
      schema,
    })),
  ];
  const faults: FieldError[] = [];
  for (const { at, schema } of schemas) {
    const message = schema === undefined ? null : await schemaFault(schema);
    if (message !== null) faults.push({ path: `${at}.schema`, message });
  }
  if (faults.length > 0) throw badFields(faults);
}
