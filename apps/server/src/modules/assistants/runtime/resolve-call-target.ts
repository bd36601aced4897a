import { chooseByWords, type Model } from '@kindling/conversation';
import {
  type AssistantCreate,
  type AssistantOverrides,
  CALL_ANSWERERS,
  type Warning,
} from '@kindling/protocol';
import type { Logger } from 'pino';
import { badFields } from '../../../platform/errors/bad-field.ts';
import type { WriteLine } from '../../logs/log-port.ts';
import type { SquadStore } from '../../squads/squad-store.ts';
import type { CallRights } from '../../tokens/token-store.ts';
import type { Toolbox, ToolUser } from '../../tools/toolbox.ts';
import type { ProviderUse } from '../../usage/use-meter.ts';
import type { WorkflowStore } from '../../workflows/workflow-store.ts';
import type { AssistantStore } from '../assistant-store.ts';
import { type CallTarget, findSquad, findWorkflow } from './call-target.ts';
import { openHooks } from './hooks/open-hooks.ts';
import { type ModelResolver, usesLocalModel } from './models/model-resolver.ts';
import { resolveAssistant } from './resolve-assistant.ts';
import { resolveHandoffs } from './resolve-handoffs.ts';
import {
  type AssistantRouter,
  createSingleRouter,
  type RouterContext,
  type RouterPosition,
} from './router.ts';
import { ignoredInRequest } from './settle/ignored-in-request.ts';
import type { Settle } from './settle/settle.ts';
import { type ResolvedMember, resolveSquad } from './squad/resolve-squad.ts';
import { createSquadRouter } from './squad/squad-router.ts';
import type { TranscriberResolver } from './transcribers/transcriber-resolver.ts';
import type { VoiceResolver } from './voices/voice-resolver.ts';
import { createWorkflowRouter } from './workflow/workflow-router.ts';

export interface CallTargetRequest {
  readonly form: CallTarget;
  readonly token: CallRights;
  /** For whom tools run. */
  readonly user: Omit<ToolUser, 'orgId'>;
  /** Counts what the models are asked. */
  readonly meter?: (model: Model) => Model;
  /** Whether voices speak and recognisers listen: not in a chat. */
  readonly isSpoken: boolean;
  /** Writes to the call's log what becomes of its providers. @default nothing is written */
  readonly writeLine?: WriteLine;
  /** Hears what is had of providers elsewhere. @default nobody does */
  readonly onUse?: (use: ProviderUse) => void;
  /** What was left out of the form as it was read. */
  readonly fitted?: readonly Warning[];
  /** Where a call that goes on here was. @default at its start */
  readonly position?: RouterPosition | null;
}

export interface ResolveCallTargetOptions {
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly squads: Pick<SquadStore, 'find'>;
  readonly workflows: Pick<WorkflowStore, 'find'>;
  readonly modelResolver: ModelResolver;
  readonly voiceResolver: VoiceResolver;
  readonly transcriberResolver: TranscriberResolver;
  readonly settle: Settle;
  readonly toolbox: Pick<Toolbox, 'open' | 'handoffIds'>;
  readonly now: () => Date;
  readonly log: Logger;
}

/**
 * Prepares every assistant that can speak in a call or a chat.
 *
 * @throws `not_found`, `assistant_not_allowed`, and `bad_request` that names what does not fit
 */
export type ResolveCallTarget = (request: CallTargetRequest) => Promise<AssistantRouter>;

export function createResolveCallTarget(options: ResolveCallTargetOptions): ResolveCallTarget {
  return async (request) => {
    const { form, token, isSpoken } = request;
    const { settle } = options;
    settle.refuseFitted(request.fitted ?? []);
    const ignored = await ignoredInRequest(form, token.orgId, settle);
    const fitted = [...(request.fitted ?? []), ...ignored];
    const ofPage = form.assistantOverrides?.voice ?? form.assistant?.voice;
    const isVoiceOfPage = token.kind === 'public' && ofPage !== undefined;
    const isTranscriberOfPage =
      token.kind === 'public' && form.assistant?.transcriber !== undefined;
    const about = { orgId: token.orgId, isSpoken, isVoiceOfPage, isTranscriberOfPage };
    rejectSeveral(form);
    const context = contextOf(options, request);
    if (form.squad !== undefined || form.squadId !== undefined) {
      const { squad, path } = await findSquad(form, token, options.squads);
      const members = await resolveSquad(squad, {
        orgId: token.orgId,
        assistants: options.assistants,
        token,
        path,
        overrides: overridesOf(form),
      });
      const settled = await Promise.all(
        members.map(async (member, index) => {
          const place = { ...about, path: `${path}members.${index}.assistant.` };
          const { warnings: own = [], ...assistant } = await settle.assistant(
            member.assistant,
            place,
          );
          const warnings = [...(index === 0 ? fitted : []), ...member.warnings, ...own];
          return {
            ...member,
            assistant: { ...assistant, ...(warnings.length > 0 && { warnings }) },
          };
        }),
      );
      const others = await resolveHandoffs(settled, { ...options, request });
      return createSquadRouter([...settled, ...others], { ...context, path });
    }
    if (form.workflow !== undefined || form.workflowId !== undefined) {
      const path = form.workflowId === undefined ? 'workflow.' : '';
      const found = await findWorkflow(form, token, options.workflows);
      const workflow = withFitted(await settle.workflow(found, { ...about, path }), fitted);
      return createWorkflowRouter(workflow, overridesOf(form).variableValues ?? {}, {
        ...context,
        path,
      });
    }
    const { assistantId, assistantOverrides, customer } = form;
    const assistant = await resolveAssistant(
      { assistantId, assistant: form.assistant, assistantOverrides, customer },
      token,
      options.assistants,
    );
    const own = await settle.assistant(assistant, { ...about, path: 'assistant.' });
    const settled = withFitted(own, fitted);
    const member = singleMember(settled, assistantId ?? null);
    const others = await resolveHandoffs([member], { ...options, request });
    if (others.length === 0) return createSingleRouter(settled, context);
    return createSquadRouter([member, ...others], context);
  };
}

function withFitted<Named extends { readonly warnings?: readonly Warning[] }>(
  settled: Named,
  fitted: readonly Warning[],
): Named {
  if (fitted.length === 0) return settled;
  return { ...settled, warnings: [...fitted, ...(settled.warnings ?? [])] };
}

/** One who speaks alone, as the first of those that it hands over to. */
function singleMember(assistant: AssistantCreate, assistantId: string | null): ResolvedMember {
  const name = assistant.name ?? 'Assistant';
  return { name, assistantId, assistant, destinations: [], warnings: [] };
}

function contextOf(options: ResolveCallTargetOptions, request: CallTargetRequest): RouterContext {
  const { token, user, form, meter = (model) => model } = request;
  // A chat has no log of its own.
  const noteLine: WriteLine = ({ message, error }) => options.log.warn({ error }, message);
  const { writeLine = noteLine, onUse = () => {} } = request;
  const call = { about: user.about ?? {}, writeLine, onUse };
  async function voiceOf(assistant: AssistantCreate) {
    const voice = await options.voiceResolver.resolve(token.orgId, assistant, call);
    return voice === null ? {} : { voice };
  }
  const onFault = (error: unknown) =>
    options.log.error({ err: error, callId: user.callId }, 'step failed');
  return {
    now: options.now,
    onFault,
    position: request.position,
    async resolveRuntime(assistant) {
      const { isSpoken } = request;
      const use = { isSpoken, writeLine };
      const model = meter(await options.modelResolver.resolve(token.orgId, assistant, use));
      const toolUser = { assistantId: form.assistantId ?? null, ...user, orgId: token.orgId };
      const { toolbox } = options;
      const tools = await toolbox.open(assistant, toolUser);
      const spoken = isSpoken && {
        ...(await voiceOf(assistant)),
        transcribers: await options.transcriberResolver.resolve(token.orgId, assistant, onUse),
        hooks: await openHooks(assistant, { toolbox, user: toolUser, now: options.now(), onFault }),
      };
      if (tools === undefined) return { model, ...spoken };
      return { model: usesLocalModel(assistant) ? chooseByWords(model) : model, tools, ...spoken };
    },
  };
}

/** What the caller changes of every assistant, with the customer among the variables. */
function overridesOf(form: CallTarget): AssistantOverrides {
  const ofWorkflow = form.workflowOverrides?.variableValues;
  return {
    ...form.assistantOverrides,
    variableValues: {
      ...(form.customer === undefined ? {} : { customer: form.customer }),
      ...form.assistantOverrides?.variableValues,
      ...(typeof ofWorkflow === 'object' ? ofWorkflow : {}),
    },
  };
}

function rejectSeveral(form: CallTarget): void {
  const [first, second] = CALL_ANSWERERS.filter((field) => form[field] !== undefined);
  if (second === undefined) return;
  throw badFields([{ path: second, message: `Give either ${first} or ${second}, not both.` }]);
}
