import { isModelError, type Model } from '@kindling/conversation';
import {
  type WorkflowCreate,
  type WorkflowGenerate,
  workflowCreateSchema,
} from '@kindling/protocol';
import type { LlmConfig } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badFields } from '../../platform/errors/bad-field.ts';
import { objectTextIn } from '../../platform/errors/json-text.ts';
import { type ModelFactories, readAnswer } from '../assistants/runtime/engines.ts';
import { renewNodes } from '../assistants/runtime/settle/older-nodes.ts';
import { planWorkflow } from '../assistants/runtime/workflow/plan-workflow.ts';
import type { CallLists } from '../calls/store/call-lists.ts';
import type { ToolStore } from '../tools/tool-store.ts';

export type GenerateWorkflow = (
  orgId: string,
  form: WorkflowGenerate,
  signal: AbortSignal,
) => Promise<WorkflowCreate>;

export interface GenerateWorkflowOptions {
  readonly llm: LlmConfig | null;
  readonly models: Pick<ModelFactories, 'writer'>;
  readonly calls: Pick<CallLists, 'list'>;
  readonly tools: Pick<ToolStore, 'find'>;
}

/** Newest calls to learn from, where none are named. */
const RECENT_CALLS = 10;
const TRANSCRIPT_MAX = 4_000;
const ANSWER_MAX = 200_000;
const ATTEMPTS = 2;

const TASK = `You design workflows for voice conversations. Answer with one JSON object and nothing else:
{"name": string (at most 80 characters),
 "globalPrompt": string,
 "nodes": [{"type":"conversation","name":string,"isStart":true on exactly one,"prompt":string,"messagePlan":{"firstMessage":string},"variableExtractionPlan":{"schema": JSON Schema of an object}},
           {"type":"tool","name":string,"toolId":string},
           {"type":"hangup","name":string}],
 "edges": [{"from":node name,"to":node name,"condition":{"type":"ai","prompt":string}}]}
Node names differ. Edges join named nodes. The start is a conversation node. Use a tool node only for a tool that is listed.`;

/**
 * Drafts a workflow with the configured model.
 *
 * @throws `not_configured` without one, `provider_failed` for a bad draft
 */
export function createGenerateWorkflow(options: GenerateWorkflowOptions): GenerateWorkflow {
  return async (orgId, form, signal) => {
    if (options.llm === null) {
      throw new ApiError(
        'not_configured',
        'Workflows are drafted by a language model: set LLM_BASE_URL and LLM_MODEL on the server.',
      );
    }
    const material = await gather(options, orgId, form);
    const model = options.models.writer(options.llm);
    let complaint = '';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const draft = await readDraft(await ask(model, material + complaint, signal));
      if (typeof draft !== 'string') return draft;
      complaint = `\n\nYour last answer did not fit: ${draft}. Answer again, corrected.`;
    }
    throw new ApiError('provider_failed', 'The model drafted no workflow that fits. Try again.');
  };
}

/** The instructions for the model: wishes, calls and tools. */
async function gather(
  { calls, tools }: GenerateWorkflowOptions,
  orgId: string,
  { description, callIds, toolIds = [] }: WorkflowGenerate,
): Promise<string> {
  const found = await Promise.all(toolIds.map((id) => tools.find(orgId, id)));
  const missing = found.flatMap((tool, index) =>
    tool === null
      ? [
          {
            path: `toolIds.${index}`,
            message: 'There is no tool with this id in your organisation.',
          },
        ]
      : [],
  );
  if (missing.length > 0) throw badFields(missing);
  const listed = found.map((tool) => JSON.stringify({ id: tool?.id, ...describeTool(tool) }));
  const transcripts = await readTranscripts(calls, orgId, callIds);
  return [
    description === undefined ? '' : `What is wanted:\n${description}`,
    listed.length === 0 ? 'There are no tools.' : `Tools:\n${listed.join('\n')}`,
    transcripts.length === 0 ? '' : `Calls to learn from:\n\n${transcripts.join('\n\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeTool(tool: object | null): object {
  const { type, function: definition } = { type: undefined, function: undefined, ...tool };
  return { type, function: definition };
}

async function readTranscripts(
  calls: Pick<CallLists, 'list'>,
  orgId: string,
  callIds: readonly string[] | undefined,
): Promise<string[]> {
  const lists = await Promise.all(
    (callIds ?? [undefined]).map((id) =>
      calls.list(orgId, { limit: RECENT_CALLS, ...(id === undefined ? {} : { id }) }),
    ),
  );
  const missing = lists.flatMap((list, index) =>
    callIds !== undefined && list.length === 0
      ? [
          {
            path: `callIds.${index}`,
            message: 'There is no call with this id in your organisation.',
          },
        ]
      : [],
  );
  if (missing.length > 0) throw badFields(missing);
  return lists
    .flat()
    .map((call) => call.artifact?.transcript?.slice(0, TRANSCRIPT_MAX) ?? '')
    .filter((transcript) => transcript !== '');
}

async function ask(model: Model, material: string, signal: AbortSignal): Promise<string> {
  const messages = [
    { role: 'system', content: TASK },
    { role: 'user', content: material },
  ] as const;
  const request = { messages, maxTokens: 8_000, temperature: 0.2, signal };
  try {
    return await readAnswer(model, request, ANSWER_MAX);
  } catch (error) {
    if (!isModelError(error)) throw error;
    throw new ApiError('provider_failed', `The model did not answer: ${error.message}`, {
      cause: error,
    });
  }
}

/** The workflow, or what is wrong with it. */
async function readDraft(answer: string): Promise<WorkflowCreate | string> {
  try {
    const json: unknown = JSON.parse(objectTextIn(answer));
    const parsed = workflowCreateSchema.safeParse(json);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return `${issue?.path.map(String).join('.')}: ${issue?.message}`;
    }
    const { workflow, loose } = renewNodes(parsed.data);
    if (loose.length > 0) throw badFields(loose);
    await planWorkflow(workflow);
    return parsed.data;
  } catch (error) {
    return error instanceof ApiError ? error.message : 'it is not JSON';
  }
}
