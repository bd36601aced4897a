import {
  type CallCreate,
  fitted,
  type SquadCreate,
  squadCreateSchema,
  takeWarnings,
  type WorkflowCreate,
  workflowCreateSchema,
} from '@kindling/protocol';
import type { z } from 'zod';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { badFields, missingField } from '../../../platform/errors/bad-field.ts';
import { fieldErrors } from '../../../platform/errors/field-errors.ts';
import type { SquadStore } from '../../squads/squad-store.ts';
import type { CallRights } from '../../tokens/token-store.ts';
import type { WorkflowStore } from '../../workflows/workflow-store.ts';

/** Who is to answer, as a new call or chat names them. */
export interface CallTarget
  extends Pick<CallCreate, 'assistant' | 'assistantId' | 'assistantOverrides' | 'customer'> {
  readonly squadId?: string | undefined;
  readonly squad?: Readonly<Record<string, unknown>> | undefined;
  readonly workflowId?: string | undefined;
  readonly workflow?: Readonly<Record<string, unknown>> | undefined;
  readonly workflowOverrides?: Readonly<Record<string, unknown>> | undefined;
}

/** The squad that a request names or brings, and where in the request it is. */
export async function findSquad(
  form: CallTarget,
  token: CallRights,
  squads: Pick<SquadStore, 'find'>,
): Promise<{ squad: SquadCreate; path: string }> {
  if (form.squadId === undefined) {
    rejectInline(token, 'squad');
    const squad = takeWarnings(parse(fitted(squadCreateSchema), form.squad, 'squad')).form;
    return { squad, path: 'squad.' };
  }
  const squad = await squads.find(token.orgId, form.squadId);
  if (squad === null) throw missing('squad');
  return { squad, path: '' };
}

/** The workflow that a request names or brings. */
export async function findWorkflow(
  form: CallTarget,
  token: CallRights,
  workflows: Pick<WorkflowStore, 'find'>,
): Promise<WorkflowCreate> {
  if (form.workflowId === undefined) {
    rejectInline(token, 'workflow');
    return takeWarnings(parse(fitted(workflowCreateSchema), form.workflow, 'workflow')).form;
  }
  // A key for certain assistants is for them alone.
  if (token.kind === 'public' && token.allowedAssistantIds !== null) {
    throw new ApiError('assistant_not_allowed', 'This key may only call the assistants it names.');
  }
  const workflow = await workflows.find(token.orgId, form.workflowId);
  if (workflow === null) throw missing('workflow');
  return workflow;
}

function missing(what: string): ApiError {
  return missingField(`${what}Id`, `There is no ${what} with this id in your organisation.`);
}

function rejectInline(token: CallRights, what: string): void {
  if (token.kind !== 'public') return;
  throw new ApiError(
    'assistant_not_allowed',
    `This key may only start a ${what} stored on the server: give a ${what}Id.`,
  );
}

function parse<T>(schema: z.ZodType<T>, value: unknown, path: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badFields(fieldErrors(parsed.error.issues, [path]));
}
