import type { ActiveAssistant, Handoff, Model, ToolRunner } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';

/** What a workflow leaves behind, for the call's artifact. */
export interface WorkflowTrace {
  /** Every node reached, in order, with what was taken down when it was left. */
  readonly nodes: readonly {
    readonly nodeName: string;
    readonly variables: Readonly<Record<string, unknown>>;
  }[];
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Everybody who can speak in one conversation, and who does: an assistant, a squad or a workflow. */
export interface AssistantRouter {
  /** Who speaks now: at first the one who opens. */
  readonly speaker: ActiveAssistant;
  /** The speaker as it is written down: its voice, plans and messages. */
  readonly assistant: AssistantCreate;
  /** Everybody who may come to speak: the plans of each say what is kept of all. */
  readonly members: readonly AssistantCreate[];
  /** Puts another in the speaker's place; null when there is nobody of that name. */
  handOff(destination: string): Handoff | null;
  /** Null unless it is a workflow. */
  workflowTrace(): WorkflowTrace | null;
}

export interface AssistantRuntime {
  readonly model: Model;
  readonly tools?: ToolRunner;
}

/** What an assistant needs to answer: its model and its tools. Throws `bad_request` for what this server lacks. */
export type ResolveRuntime = (assistant: AssistantCreate) => Promise<AssistantRuntime>;

export interface RouterContext {
  readonly resolveRuntime: ResolveRuntime;
  readonly now: () => Date;
  /** Where the request says who answers, for errors: '' or 'workflow.'. */
  readonly path?: string;
  /** For the log. */
  readonly onFault: (error: unknown) => void;
}
