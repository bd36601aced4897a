import type { ArtifactPlan, OwnOutput, Warning } from '@kindling/protocol';

/** What of a model will be otherwise than it is named; paths begin with `model`. */
export type ModelWarnings = (orgId: string, model: OwnOutput['model']) => Promise<Warning[]>;

const TRANSCRIPT = /\{\{\s*(?:transcript|messages)\b/;

/** What an output will not do as it says, beside fields that are not known; `path` goes before the fields. */
export async function outputWarnings(
  orgId: string,
  output: OwnOutput,
  { modelWarnings, path = '' }: { readonly modelWarnings: ModelWarnings; readonly path?: string },
): Promise<Warning[]> {
  const { model, compliancePlan, regex } = output;
  const isAsked = output.type !== 'regex';
  const warnings = [
    ...(isAsked ? await modelWarnings(orgId, model) : []),
    ...(isAsked && promptsSeeNothing(model) ? [SEES_NOTHING] : []),
    ...(isAsked && regex !== undefined ? [REGEX_UNUSED] : []),
    ...(compliancePlan?.forceStoreOnHipaaEnabled ? [NOTHING_OF_SUCH_CALLS] : []),
  ];
  return warnings.map((warning) => ({ ...warning, path: `${path}${warning.path}` }));
}

/** The same of those that an assistant brings along. */
export async function ownOutputWarnings(
  orgId: string,
  plan: ArtifactPlan | undefined,
  modelWarnings: ModelWarnings,
): Promise<Warning[]> {
  const outputs = plan?.structuredOutputs ?? [];
  const found = await Promise.all(
    outputs.map((output, index) =>
      outputWarnings(orgId, output, {
        modelWarnings,
        path: `artifactPlan.structuredOutputs.${index}.`,
      }),
    ),
  );
  return found.flat();
}

function promptsSeeNothing(model: OwnOutput['model']): boolean {
  const messages = model?.messages ?? [];
  return messages.length > 0 && !messages.some(({ content }) => TRANSCRIPT.test(content));
}

const SEES_NOTHING: Warning = {
  path: 'model.messages',
  message:
    'The model will not see the conversation: name {{transcript}} or {{messages}} in one of them.',
};
const REGEX_UNUSED: Warning = {
  path: 'regex',
  message: 'Only an output of the type regex uses it.',
};
const NOTHING_OF_SUCH_CALLS: Warning = {
  path: 'compliancePlan.forceStoreOnHipaaEnabled',
  message:
    'This is kept and does nothing: of a call of which nothing may be stored nothing is taken down.',
};
