import type { AssistantCreate, CallCreate } from '@kindling/protocol';
import { applyOverrides } from '../../calls/apply-overrides.ts';
import { ASSISTANT_DEFAULTS } from '../../calls/conversation-settings.ts';
import { checkPublicOverrides } from '../../calls/public-overrides.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Token } from '../../tokens/token-store.ts';
import type { AssistantStore } from '../assistant/assistant-store.ts';

/** The assistant of a new call with its overrides, once the token may use it. */
export async function resolveAssistant(
  form: CallCreate,
  token: Token,
  assistants: Pick<AssistantStore, 'find'>,
): Promise<AssistantCreate> {
  refuseOthers(form);
  const assistant =
    form.assistantId === undefined
      ? transientAssistant(form, token)
      : await storedAssistant(form.assistantId, token, assistants);
  if (token.kind === 'public') {
    checkPublicOverrides(assistant, form.assistantOverrides ?? {}, ASSISTANT_DEFAULTS);
  }
  return applyOverrides(assistant, form.assistantOverrides);
}

function refuseOthers(form: CallCreate): void {
  for (const field of ['squad', 'squadId', 'workflow', 'workflowId'] as const) {
    if (form[field] === undefined) continue;
    const message = 'Squads and workflows are not available yet; start the call with an assistant.';
    throw new ApiError('bad_request', message, { fields: [{ path: field, message }] });
  }
  if (form.assistant !== undefined && form.assistantId !== undefined) {
    const message = 'Give either assistant or assistantId, not both.';
    throw new ApiError('bad_request', message, { fields: [{ path: 'assistantId', message }] });
  }
}

async function storedAssistant(
  id: string,
  token: Token,
  assistants: Pick<AssistantStore, 'find'>,
): Promise<AssistantCreate> {
  const allowed = token.allowedAssistantIds;
  const assistant = await assistants.find(token.orgId, id);
  if (assistant === null) {
    throw new ApiError('not_found', 'There is no assistant with this id in your organisation.');
  }
  if (token.kind === 'public' && allowed !== null && !allowed.includes(id)) {
    throw new ApiError('assistant_not_allowed', 'This key may not call this assistant.');
  }
  return assistant;
}

function transientAssistant(form: CallCreate, token: Token): AssistantCreate {
  if (token.kind === 'public' && !token.allowTransientAssistant) {
    throw new ApiError(
      'assistant_not_allowed',
      'This key may only call assistants stored on the server: give an assistantId.',
    );
  }
  if (token.kind === 'public' && form.assistant?.model?.url !== undefined) {
    const message = 'cannot be set with a public key.';
    throw new ApiError('bad_request', `assistant.model.url: ${message}`, {
      fields: [{ path: 'assistant.model.url', message }],
    });
  }
  return form.assistant ?? {};
}
