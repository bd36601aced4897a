import type { TestSuiteCreate } from '@kindling/protocol';
import type { WhoAnswers } from '../../calls/who-answers.ts';
import { findTarget } from '../../test-suites/find-target.ts';
import type { AssistantStore } from '../assistant/assistant-store.ts';
import { badField } from '../bad-field.ts';
import type { PhoneNumberStore } from '../phone-number/phone-number-store.ts';
import type { SquadStore } from '../squad/squad-store.ts';
import type { WorkflowStore } from '../workflow/workflow-store.ts';

/** Where those are stored whom a suite can name. */
export interface PlanStores {
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly squads: Pick<SquadStore, 'find'>;
  readonly workflows: Pick<WorkflowStore, 'find'>;
  readonly phoneNumbers: Pick<PhoneNumberStore, 'get'>;
  readonly whoAnswers: WhoAnswers;
}

type Plans = Pick<TestSuiteCreate, 'testerPlan' | 'targetPlan'>;

/** Throws `bad_request` when the org has nobody of this id to be tested, or to play the caller. */
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

/** Throws when nobody can be tested: a telephone is `not_configured`, no assistant `bad_request`. */
export async function checkRunnable(
  stores: PlanStores,
  suite: Parameters<typeof findTarget>[0] & Plans,
): Promise<void> {
  await checkPlans(stores, suite.orgId, suite);
  await findTarget(suite, stores);
}
