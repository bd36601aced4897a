import { chooseByWords, type Model } from '@kindling/conversation';
import { type AssistantCreate, type AssistantOverrides, CALL_ANSWERERS } from '@kindling/protocol';
import type { Logger } from 'pino';
import type { SquadStore } from '../../squads/squad-store.ts';
import type { CallRights } from '../../tokens/token-store.ts';
import type { Toolbox, ToolUser } from '../../tools/toolbox.ts';
import type { WorkflowStore } from '../../workflows/workflow-store.ts';
import type { AssistantStore } from '../assistant-store.ts';
import { isGuide } from './active-assistant.ts';
import { createAssistantCast } from './assistant-cast.ts';
import type { Cast, CastContext } from './cast.ts';
import type { CastForm } from './cast-form.ts';
import type { ChooseModel } from './choose-model.ts';
import { findSquad, findWorkflow } from './find-stored.ts';
import { refuse } from './refuse.ts';
import { resolveAssistant } from './resolve-assistant.ts';
import { resolveSquad } from './squad/resolve-squad.ts';
import { createSquadCast } from './squad/squad-cast.ts';
import { createWorkflowCast } from './workflow/workflow-cast.ts';

export interface CastOrder {
  readonly form: CastForm;
  readonly token: CallRights;
  /** For whom tools run. */
  readonly user: Omit<ToolUser, 'orgId'>;
  /** Counts what the models are asked. */
  readonly meter?: (model: Model) => Model;
  /** Throws for an assistant that cannot take part: a voice this server lacks. */
  readonly check?: (assistant: AssistantCreate) => void;
}

export interface OpenCastOptions {
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly squads: Pick<SquadStore, 'find'>;
  readonly workflows: Pick<WorkflowStore, 'find'>;
  readonly chooseModel: ChooseModel;
  readonly toolbox: Pick<Toolbox, 'open'>;
  readonly now: () => Date;
  readonly log: Logger;
}

/**
 * Makes everybody ready who can speak in a call or a chat. Throws `not_found`, `assistant_not_allowed`,
 * and `bad_request` that names what does not fit.
 */
export type OpenCast = (order: CastOrder) => Promise<Cast>;

export function createOpenCast(options: OpenCastOptions): OpenCast {
  return async (order) => {
    const { form, token } = order;
    refuseSeveral(form);
    const context = contextOf(options, order);
    if (form.squad !== undefined || form.squadId !== undefined) {
      const { squad, path } = await findSquad(form, token, options.squads);
      const members = await resolveSquad(squad, {
        ...{ orgId: token.orgId, assistants: options.assistants, token, path },
        overrides: overridesOf(form),
      });
      return createSquadCast(members, { ...context, path });
    }
    if (form.workflow !== undefined || form.workflowId !== undefined) {
      const workflow = await findWorkflow(form, token, options.workflows);
      return createWorkflowCast(workflow, overridesOf(form).variableValues ?? {}, {
        ...context,
        path: form.workflowId === undefined ? 'workflow.' : '',
      });
    }
    const { assistantId, assistantOverrides, customer } = form;
    const assistant = await resolveAssistant(
      { assistantId, assistant: form.assistant, assistantOverrides, customer },
      token,
      options.assistants,
    );
    return createAssistantCast(assistant, context);
  };
}

function contextOf(options: OpenCastOptions, order: CastOrder): CastContext {
  const { token, user, check, form, meter = (model) => model } = order;
  return {
    now: options.now,
    onFault: (error) => options.log.error({ err: error, callId: user.callId }, 'step failed'),
    async equip(assistant) {
      check?.(assistant);
      const model = meter(await options.chooseModel(token.orgId, assistant));
      const tools = await options.toolbox.open(assistant, {
        ...{ assistantId: form.assistantId ?? null, ...user, orgId: token.orgId },
      });
      if (tools === undefined) return { model };
      return { model: isGuide(assistant) ? chooseByWords(model) : model, tools };
    },
  };
}

/** What the caller changes of everybody who speaks, with the customer among the variables. */
function overridesOf(form: CastForm): AssistantOverrides {
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

function refuseSeveral(form: CastForm): void {
  const [first, second] = CALL_ANSWERERS.filter((field) => form[field] !== undefined);
  if (second === undefined) return;
  throw refuse([{ path: second, message: `Give either ${first} or ${second}, not both.` }]);
}
