import {
  type AssistantCreate,
  type AssistantOverrides,
  assistantCreateSchema,
  assistantOverridesSchema,
  callCreateSchema,
  squadCreateSchema,
  type Warning,
  type WorkflowCreate,
  workflowCreateSchema,
} from '@kindling/protocol';
import { z } from 'zod';
import { ignoredFields } from '../../../references/ignored-fields.ts';
import type { CallTarget } from '../call-target.ts';
import { OLDER_FIELDS, OUTER_FIELDS } from './older-fields.ts';
import { isNodeOfToday } from './older-nodes.ts';
import type { Settle } from './settle.ts';

type Acting = Pick<Settle, 'actingFields'>;
type Parts = Pick<AssistantCreate, 'voice' | 'transcriber'>;

/** Of a workflow: read where they are, without a schema's naming them. */
const OF_NODES = [
  ...['variableExtractionPlan.output', 'condition.liquid', 'systemPrompt', 'firstMessage'],
  ...['id', 'source', 'target'],
];
/** What all nodes of a workflow share is as it is of an assistant. */
const workflowFields = z.looseObject({
  ...assistantCreateSchema.shape,
  ...workflowCreateSchema.shape,
});

/** Fields of what a call or a chat brings along that nothing here acts on. What is stored had its warnings then. */
export async function ignoredInRequest(
  form: CallTarget,
  orgId: string,
  settle: Acting,
): Promise<Warning[]> {
  const find = async (place: string, schema: z.ZodType, written: object | undefined) => {
    if (written === undefined) return [];
    const known = await knownOf([written], orgId, settle);
    return under(place, ignoredFields(schema, written, known));
  };
  const { assistant, assistantOverrides } = form;
  const squad = squadCreateSchema.safeParse(form.squad).data;
  const workflow = workflowCreateSchema.safeParse(form.workflow).data;
  const members = (squad?.members ?? []).map(({ assistant = {} }): Parts => assistant);
  return [
    ...(await find('assistant', assistantCreateSchema, assistant)),
    ...(await find('assistantOverrides', assistantOverridesSchema, assistantOverrides)),
    ...(squad === undefined
      ? []
      : under(
          'squad',
          ignoredFields(squadCreateSchema, squad, await knownOf(members, orgId, settle)),
        )),
    ...(workflow === undefined
      ? []
      : under('workflow', await ignoredInWorkflow(workflow, orgId, settle))),
  ];
}

/** The same of a workflow; what nodes of other kinds hold is read as their kinds say. */
export async function ignoredInWorkflow(
  workflow: WorkflowCreate,
  orgId: string,
  settle: Acting,
): Promise<Warning[]> {
  const others = workflow.nodes.flatMap((node, index) =>
    isNodeOfToday(node) ? [] : [`nodes.${index}.`],
  );
  const acting = await knownOf([workflow, ...(workflow.nodes as Parts[])], orgId, settle);
  const known = [...acting].filter((name) => !OUTER_FIELDS.includes(name));
  return ignoredFields(workflowFields, workflow, new Set([...known, ...OF_NODES])).filter(
    ({ path }) => !others.some((other) => path.startsWith(other)),
  );
}

/** Of a call itself: what it says that calls from pages know nothing of. */
export function ignoredInCall(body: Readonly<Record<string, unknown>>): Warning[] {
  const own = Object.entries(body).filter(([name]) => !(name in callCreateSchema.shape));
  return ignoredFields(callCreateSchema, Object.fromEntries(own), new Set(['type']));
}

async function knownOf(
  parts: readonly Partial<AssistantOverrides>[],
  orgId: string,
  settle: Acting,
) {
  const acting = await Promise.all(
    parts.map((one) => settle.actingFields(withProviders(one), orgId)),
  );
  return new Set([...OLDER_FIELDS, ...acting.flatMap((of) => [...of])]);
}

/** Overrides may leave out who provides a part: nothing is known then of what it takes. */
function withProviders({ voice, transcriber }: Partial<AssistantOverrides>): Parts {
  return {
    ...(voice?.provider && { voice: { ...voice, provider: voice.provider } }),
    ...(transcriber?.provider && {
      transcriber: { ...transcriber, provider: transcriber.provider },
    }),
  };
}

const under = (place: string, warnings: readonly Warning[]): Warning[] =>
  warnings.map(({ path, message }) => ({ path: `${place}.${path}`, message }));
