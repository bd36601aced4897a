import type { ConversationReport } from '@kindling/conversation';
import type { ArtifactPlan, AssistantCreate } from '@kindling/protocol';
import { keptLines } from './kept-lines.ts';
import { transcriptOf } from './transcript-of.ts';

type Plans = Pick<AssistantCreate, 'artifactPlan' | 'compliancePlan'>;

/** Whether nothing that is said in a call may be stored; its report is sent all the same. */
export function keepsNothing({ compliancePlan }: Plans): boolean {
  return compliancePlan?.hipaaEnabled === true || compliancePlan?.pciEnabled === true;
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

/** The report as it is stored. */
export function keptReport(report: ConversationReport, assistant: Plans): ConversationReport {
  if (keepsNothing(assistant)) return { ...report, messages: [], transcript: '' };
  const keepsTranscript = assistant.artifactPlan?.transcriptPlan?.enabled !== false;
  return keepsTranscript ? report : { ...report, transcript: '' };
}
