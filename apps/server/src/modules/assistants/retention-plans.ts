import type { ArtifactPlan, AssistantCreate } from '@kindling/protocol';

/** What an assistant says of what may be stored of its calls. */
export type RetentionPlans = Pick<AssistantCreate, 'artifactPlan' | 'compliancePlan'>;

/** Whether nothing that is said in a call may be stored; its report is sent all the same. */
export function keepsNothing({ compliancePlan }: RetentionPlans): boolean {
  return compliancePlan?.hipaaEnabled === true || compliancePlan?.pciEnabled === true;
}

/** Where several may speak, what one of them may not have stored is not stored of anybody. */
export function strictestPlans(members: readonly RetentionPlans[]): RetentionPlans {
  const compliancePlan = members.find(keepsNothing)?.compliancePlan;
  const artifactPlan = members[0]?.artifactPlan;
  const isSilent = members.some((member) => !keepsWords(member));
  return {
    ...(compliancePlan === undefined ? {} : { compliancePlan }),
    ...(isSilent
      ? { artifactPlan: { ...artifactPlan, transcriptPlan: { enabled: false } } }
      : artifactPlan && { artifactPlan }),
  };
}

/** The assistant of a call, with the plans that hold for everybody who may speak in it. */
export function assistantOfCall<A extends RetentionPlans>(router: {
  readonly assistant: A;
  readonly members: readonly RetentionPlans[];
}): A {
  return { ...router.assistant, ...strictestPlans(router.members) };
}

/** What is made of a call. Where nothing may be stored nothing is recorded. */
export function artifactPlanOf(assistant: RetentionPlans): ArtifactPlan | null {
  const plan = assistant.artifactPlan ?? null;
  if (!keepsNothing(assistant)) return plan;
  return { ...plan, recordingEnabled: false, videoRecordingEnabled: false };
}

/** Whether what is said may be stored anywhere. */
export function keepsWords(assistant: RetentionPlans): boolean {
  return !keepsNothing(assistant) && assistant.artifactPlan?.transcriptPlan?.enabled !== false;
}
