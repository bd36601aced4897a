import type { ConversationReport } from '@kindling/conversation';
import { keepsWords, type RetentionPlans } from '../../assistants/retention-plans.ts';
import { linesWithinLimits } from '../store/lines-within-limits.ts';
import { transcriptOf } from '../store/transcript-of.ts';

/** A report of no more than a call may hold: the words beyond were never stored, either. */
export function withinLimits(report: ConversationReport): ConversationReport {
  const messages = linesWithinLimits(report.messages);
  if (messages === report.messages) return report;
  return { ...report, messages, transcript: transcriptOf(messages) };
}

/** The report as it is stored. */
export function retainedReport(
  report: ConversationReport,
  assistant: RetentionPlans,
): ConversationReport {
  return keepsWords(assistant) ? report : { ...report, messages: [], transcript: '' };
}
