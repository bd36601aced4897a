import type {
  ActiveAssistant,
  ActiveNode,
  Handoff,
  Model,
  ToolRunner,
  Transcriber,
  Voice,
} from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { conversationSettings } from './conversation-settings.ts';
import type { OpenedHooks } from './hooks/open-hooks.ts';
import type { Settled } from './settle/settle.ts';

/** What a workflow leaves behind, for the call's artifact. */
export interface WorkflowTrace {
  /** Every node reached, in order, with what was taken down when it was left. */
  readonly nodes: readonly {
    readonly nodeName: string;
    readonly variables: Readonly<Record<string, unknown>>;
  }[];
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Where a squad or a workflow is, to go on there in another process; null: an assistant alone is nowhere else. */
export type RouterPosition =
  | { readonly type: 'squad'; readonly member: string }
  | {
      readonly type: 'workflow';
      readonly node: string;
      /** The nodes that were reached, and what was taken down at each. */
      readonly nodes: WorkflowTrace['nodes'];
      readonly variables: WorkflowTrace['variables'];
    };

/** Everybody who can speak in one conversation, and who does: an assistant, a squad or a workflow. */
export interface AssistantRouter {
  /** Who speaks now: at first the one who opens. */
  readonly speaker: ActiveAssistant;
  /** The speaker as it is written down: its voice, plans and messages. */
  readonly assistant: AssistantCreate;
  /** Everybody who may come to speak: the plans of each say what is kept of all. */
  readonly members: readonly Settled<AssistantCreate>[];
  /** Puts another in the speaker's place; null when there is nobody of that name. */
  handOff(destination: string): Handoff | null;
  /** Null unless it is a workflow. */
  workflowTrace(): WorkflowTrace | null;
  position(): RouterPosition | null;
}

export interface AssistantRuntime {
  readonly model: Model;
  /** Absent in writing. */
  readonly voice?: Voice;
  /** Of other machines, in order. Absent in writing. */
  readonly transcribers?: readonly Transcriber[];
  readonly tools?: ToolRunner;
  readonly hooks?: OpenedHooks | undefined;
}

/**
 * What an assistant needs to answer: its model, its voice, its recognisers and its tools.
 *
 * @throws `bad_request` for what this server lacks
 */
export type ResolveRuntime = (assistant: AssistantCreate) => Promise<AssistantRuntime>;

export interface RouterContext {
  readonly resolveRuntime: ResolveRuntime;
  readonly now: () => Date;
  /** Where the request says who answers, for errors: '' or 'workflow.'. */
  readonly path?: string;
  /** Where to go on; one that is there no more is at the start. @default at the start */
  readonly position?: RouterPosition | null | undefined;
  /** For the log. */
  readonly onFault: (error: unknown) => void;
}

/** One assistant, who hands over to nobody. */
export async function createSingleRouter(
  assistant: AssistantCreate,
  { resolveRuntime, now }: RouterContext,
): Promise<AssistantRouter> {
  const speaker = activeAssistant(assistant, await resolveRuntime(assistant), { now: now() });
  return {
    speaker,
    assistant,
    members: [assistant],
    handOff: () => null,
    workflowTrace: () => null,
    position: () => null,
  };
}

/** An assistant as a conversation takes it: settings with their variables filled, model and tools. */
export function activeAssistant(
  assistant: AssistantCreate,
  runtime: AssistantRuntime,
  { now, node }: { readonly now: Date; readonly node?: ActiveNode },
): ActiveAssistant {
  return {
    name: assistant.name ?? null,
    settings: {
      ...conversationSettings(assistant, now),
      ...(runtime.hooks && { hooks: runtime.hooks.plan }),
    },
    ...(runtime.hooks && { hookTools: runtime.hooks.tools }),
    model: runtime.model,
    ...(runtime.voice === undefined ? {} : { voice: runtime.voice }),
    ...(runtime.transcribers === undefined ? {} : { transcribers: runtime.transcribers }),
    ...(runtime.tools === undefined ? {} : { tools: runtime.tools }),
    ...(node === undefined ? {} : { node }),
  };
}

/** Reports errors in an assistant under the path of the squad member or workflow node it belongs to. */
export async function withErrorPath<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.fields === undefined) throw error;
    const fields = error.fields.map(({ path, message }) => ({
      path: path.startsWith('assistant') ? `${place}${path}` : path,
      message,
    }));
    throw new ApiError(error.code, `${place}${error.message}`, { fields, cause: error });
  }
}
