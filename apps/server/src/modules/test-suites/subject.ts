import type { ActiveAssistant, Handoff, Model } from '@kindling/conversation';
import type { Artifact } from '@kindling/protocol';
import type { CallTarget } from '../assistants/runtime/call-target.ts';
import type { AssistantRouter } from '../assistants/runtime/router.ts';

/** Who is tested, ready to answer. */
export interface Subject {
  readonly first: ActiveAssistant;
  readonly handOff: (destination: string) => Handoff | null;
  /** The way through a workflow; null for others. */
  readonly workflowTrace: AssistantRouter['workflowTrace'];
}

export interface SubjectOrder {
  readonly orgId: string;
  /** An assistant, a squad or a workflow, as a call names it. */
  readonly form: CallTarget;
  /** Whether its voice is needed. */
  readonly isSpoken: boolean;
  /** Counts what the models are asked. */
  readonly meter?: (model: Model) => Model;
}

/**
 * Makes those who are tested ready, as in a call.
 *
 * @throws for what this server lacks
 */
export type OpenSubject = (order: SubjectOrder) => Promise<Subject>;

/** What a test leaves behind to be judged. */
export interface Conversed {
  readonly artifact: Artifact;
  readonly endedByAssistant: boolean;
}

/** What the assistant said, a reply a turn. */
export const repliesOf = ({ artifact }: Conversed): string[] =>
  artifact.messages.filter(({ role }) => role === 'bot').map(({ message }) => message);
