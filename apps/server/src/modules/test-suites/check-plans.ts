import type { TestSuiteCreate } from '@kindling/protocol';
import { badField } from '../../platform/errors/bad-field.ts';
import type { AssistantStore } from '../assistants/assistant-store.ts';
import type { AssistantRequest } from '../assistants/runtime/assistant-request.ts';
import type { PhoneNumberStore } from '../phone-numbers/phone-number-store.ts';
import type { SquadStore } from '../squads/squad-store.ts';
import type { WorkflowStore } from '../workflows/workflow-store.ts';
import { findTarget } from './find-target.ts';

/** Where those are stored whom a suite can name. */
export interface PlanStores {
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly squads: Pick<SquadStore, 'find'>;
  readonly workflows: Pick<WorkflowStore, 'find'>;
  readonly phoneNumbers: Pick<PhoneNumberStore, 'get'>;
  readonly assistantRequest: AssistantRequest;
}

type Plans = Pick<TestSuiteCreate, 'testerPlan' | 'targetPlan'>;

/** @throws `bad_request` when the org has nobody of this id to be tested, or to play the caller */
export async function checkPlans(
  { assistants, squads, workflows }: PlanStores,
  orgId: string,
  { testerPlan, targetPlan }: Plans,
): Promise<void> {
  const named = [
    ['testerPlan.assistantId', 'assistant', testerPlan?.assistantId, assistants],
    ['targetPlan.assistantId', 'assistant', targetPlan?.assistantId, assistants],
    ['targetPlan.squadId', 'squad', targetPlan?.squadId, squads],
    ['targetPlan.workflowId', 'workflow', targetPlan?.workflowId, workflows],
  ] as const;
  for (const [path, kind, id, store] of named) {
    if (!id || (await store.find(orgId, id)) !== null) continue;
    throw badField(path, `there is no ${kind} with this id in your organisation.`);
  }
}

/** @throws when nobody can be tested: a telephone is `not_configured`, no assistant `bad_request` */
export async function checkRunnable(
  stores: PlanStores,
  suite: Parameters<typeof findTarget>[0] & Plans,
): Promise<void> {
  await checkPlans(stores, suite.orgId, suite);
  await findTarget(suite, stores);
}
