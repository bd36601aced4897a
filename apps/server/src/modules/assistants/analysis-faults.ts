import type { AnalysisPlan, Warning } from '@kindling/protocol';
import { schemaFault } from '../tools/check-arguments.ts';

/** Every schema of facts that is none, by which nothing can be taken down; `path` is where the plan is. */
export async function analysisFaults(
  plan: AnalysisPlan | null | undefined,
  path = 'analysisPlan',
): Promise<Warning[]> {
  const { structuredDataPlan, structuredDataMultiPlan = [] } = plan ?? {};
  const schemas = [
    { at: `${path}.structuredDataPlan`, schema: structuredDataPlan?.schema },
    ...structuredDataMultiPlan.map(({ plan: { schema } }, index) => ({
      at: `${path}.structuredDataMultiPlan.${index}.plan`,
      schema,
    })),
  ];
  const faults: Warning[] = [];
  for (const { at, schema } of schemas) {
    const message = schema === undefined ? null : await schemaFault(schema);
    if (message !== null)
      faults.push({ path: `${at}.schema`, message: `${message} Nothing is taken down by it.` });
  }
  return faults;
}
