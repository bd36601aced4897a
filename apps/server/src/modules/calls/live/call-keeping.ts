import type { ConversationReport } from '@kindling/conversation';
import type { ArtifactPlan, AssistantCreate } from '@kindling/protocol';
import { keptLines } from '../store/kept-lines.ts';
import { transcriptOf } from '../store/transcript-of.ts';

type Plans = Pick<AssistantCreate, 'artifactPlan' | 'compliancePlan'>;

/** Whether nothing that is said in a call may be stored; its report is sent all the same. */
export function keepsNothing({ compliancePlan }: Plans): boolean {
  return compliancePlan?.hipaaEnabled === true || compliancePlan?.pciEnabled === true;
}

/** Where several may speak, what one of them may not have stored is not stored of anybody. */
export function strictestPlans(members: readonly Plans[]): Plans {
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
export function assistantOfCall<A extends Plans>(cast: {
  readonly assistant: A;
  readonly members: readonly Plans[];
}): A {
  return { ...cast.assistant, ...strictestPlans(cast.members) };
}

/** What is made of a call. Where nothing may be stored nothing is recorded. */
export function artifactPlanOf(assistant: Plans): ArtifactPlan | null {
  const plan = assistant.artifactPlan ?? null;
  if (!keepsNothing(assistant)) return plan;
  return { ...plan, recordingEnabled: false, videoRecordingEnabled: false };
}

/** A report of no more than a call may hold: the words beyond were never stored, either. */
export function withinLimits(report: ConversationReport): ConversationReport {
  const messages = keptLines(report.messages);
  if (messages === report.messages) return report;
  return { ...report, messages, transcript: transcriptOf(messages) };
}

/** Whether what is said may be stored anywhere. */
export function keepsWords(assistant: Plans): boolean {
  return !keepsNothing(assistant) && assistant.artifactPlan?.transcriptPlan?.enabled !== false;
}

/** The report as it is stored. */
export function keptReport(report: ConversationReport, assistant: Plans): ConversationReport {
  return keepsWords(assistant) ? report : { ...report, messages: [], transcript: '' };
}
