import type { ArtifactPlan, AssistantCreate } from '@kindling/protocol';
import type { Settled } from './runtime/settle/settle.ts';

/** What an assistant says of what may be stored of its calls. */
export type RetentionPlans = Pick<AssistantCreate, 'artifactPlan' | 'compliancePlan'>;

/** Whether nothing that is said in a call may be stored; its report is sent all the same. */
export function keepsNothing({ compliancePlan }: RetentionPlans): boolean {
  const { hipaaEnabled, pciEnabled, zdrEnabled } = compliancePlan ?? {};
  return [hipaaEnabled, pciEnabled, zdrEnabled].includes(true);
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

/** The assistant of a call, with the plans that hold for everybody who may speak in it, and the warnings of all. */
export function assistantOfCall<A extends RetentionPlans>(router: {
  readonly assistant: A;
  readonly members: readonly Settled<RetentionPlans>[];
}): Settled<A> {
  const warnings = new Map(
    router.members.flatMap((member) => member.warnings ?? []).map((one) => [one.path, one]),
  );
  return {
    ...router.assistant,
    ...strictestPlans(router.members),
    ...(warnings.size > 0 && { warnings: [...warnings.values()] }),
  };
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
