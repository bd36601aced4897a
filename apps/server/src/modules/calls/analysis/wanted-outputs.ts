import { randomUUID } from 'node:crypto';
import {
  type ArtifactPlan,
  type AssistantCreate,
  type OwnOutput,
  ownOutputSchema,
} from '@kindling/protocol';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { findOutputs } from '../../structured-outputs/output-store.ts';
import type { WantedOutput } from './extract-outputs.ts';

/** Whose outputs are taken down of a conversation. */
export interface OutputOwners {
  /** Those who spoke. */
  readonly assistants: readonly Pick<AssistantCreate, 'artifactPlan'>[];
  readonly workflowId: string | null;
}

export interface NamedOutputs {
  readonly ids: readonly string[];
  /** Those that an assistant brought along, each with an id for its result. */
  readonly own: readonly WantedOutput[];
  /** Named, and not there. */
  readonly missing: readonly string[];
  /** How many there are beyond what is taken down of one conversation. */
  readonly tooMany: number;
}

export const NO_NAMED: NamedOutputs = { ids: [], own: [], missing: [], tooMany: 0 };

/** Of one conversation: as many as a model can be asked one after another. */
export const MAX_OUTPUTS = 40;

const listOf = z.array(z.uuid());
const ownOnes = z.array(ownOutputSchema);

/** What the assistants name, bring along or are linked to. */
export async function namedOutputs(
  db: Database,
  orgId: string,
  { assistants, workflowId }: OutputOwners,
): Promise<NamedOutputs> {
  const plans = assistants.flatMap(({ artifactPlan }): ArtifactPlan[] =>
    artifactPlan === undefined ? [] : [artifactPlan],
  );
  // Of one that was stored before plans were checked it may be anything.
  const ids = [
    ...new Set(plans.flatMap((plan) => listOf.safeParse(plan.structuredOutputIds).data ?? [])),
  ];
  const assistantIds = [...new Set(assistants.flatMap(idOf))];
  const found = await findOutputs(db, orgId, { ids, assistantIds, workflowId });
  const known = found.map(({ id }) => id);
  const own = ownOutputs(plans);
  return {
    ids: known.slice(0, MAX_OUTPUTS),
    own: own
      .slice(0, Math.max(0, MAX_OUTPUTS - known.length))
      .map((output) => ({ id: randomUUID(), output })),
    tooMany: Math.max(0, known.length + own.length - MAX_OUTPUTS),
    missing: ids.filter((id) => !known.includes(id)),
  };
}

/** The outputs as they are now; those that were deleted meanwhile are left out. */
export async function readOutputs(
  db: Database,
  orgId: string,
  { ids, own }: Pick<NamedOutputs, 'ids' | 'own'>,
): Promise<WantedOutput[]> {
  const stored = await findOutputs(db, orgId, { ids, assistantIds: [], workflowId: null });
  return [...stored.map((output) => ({ id: output.id, output })), ...own];
}

/** Nodes of a workflow share a plan: each output once. */
function ownOutputs(plans: readonly ArtifactPlan[]): OwnOutput[] {
  const outputs = plans.flatMap((plan) => ownOnes.safeParse(plan.structuredOutputs).data ?? []);
  return [...new Map(outputs.map((output) => [JSON.stringify(output), output])).values()];
}

/** One that is stored has an id, which no schema of a new one names. */
function idOf(assistant: object): string[] {
  return 'id' in assistant && typeof assistant.id === 'string' ? [assistant.id] : [];
}
