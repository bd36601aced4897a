import type { AnalysisPlan } from '@kindling/protocol';
import { refuse } from '../../casts/refuse.ts';
import { schemaFault } from '../../tools/check-arguments.ts';

/** Throws `bad_request` naming every schema of facts that is none; `path` is where the plan is. */
export function checkAnalysisSchemas(
  plan: AnalysisPlan | null | undefined,
  path = 'analysisPlan',
): void {
  const { structuredDataPlan, structuredDataMultiPlan = [] } = plan ?? {};
  const schemas = [
    { at: `${path}.structuredDataPlan`, schema: structuredDataPlan?.schema },
    ...structuredDataMultiPlan.map(({ plan: { schema } }, index) => ({
      at: `${path}.structuredDataMultiPlan.${index}.plan`,
      schema,
    })),
  ];
  const faults = schemas.flatMap(({ at, schema }) => {
    const message = schema === undefined ? null : schemaFault(schema);
    return message === null ? [] : [{ path: `${at}.schema`, message }];
  });
  if (faults.length > 0) throw refuse(faults);
}
