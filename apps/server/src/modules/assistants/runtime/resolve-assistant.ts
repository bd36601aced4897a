import {
  type AssistantCreate,
  type AssistantOverrides,
  type CallCreate,
  modelProviderOf,
} from '@kindling/protocol';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { missingField } from '../../../platform/errors/bad-field.ts';
import { checkPublicAssistant, checkPublicOverrides } from '../../tokens/public-assistant.ts';
import type { CallRights } from '../../tokens/token-store.ts';
import type { AssistantStore } from '../assistant-store.ts';
import { ASSISTANT_DEFAULTS } from './conversation-settings.ts';
import { readTools } from './settle/older-fields.ts';
import { DEFAULT_PROVIDER } from './settle/settle-model.ts';

type OneAssistant = Pick<
  CallCreate,
  'assistant' | 'assistantId' | 'assistantOverrides' | 'customer'
>;

/** The assistant of a new call with its overrides, once the token may use it. */
export async function resolveAssistant(
  form: OneAssistant,
  token: CallRights,
  assistants: Pick<AssistantStore, 'find'>,
): Promise<AssistantCreate> {
  rejectBoth(form);
  const assistant =
    form.assistantId === undefined
      ? transientAssistant(form, token)
      : await storedAssistant(form.assistantId, token, assistants);
  if (token.kind === 'public') {
    checkPublicOverrides(assistant, form.assistantOverrides ?? {}, ASSISTANT_DEFAULTS);
  }
  return withCustomer(applyOverrides(assistant, form.assistantOverrides), form.customer);
}

/** Who talks is a variable: `{{customer.name}}`, as far as the caller said. */
function withCustomer(assistant: AssistantCreate, customer: CallCreate['customer']) {
  if (customer === undefined) return assistant;
  return { ...assistant, variableValues: { customer, ...assistant.variableValues } };
}

function rejectBoth(form: OneAssistant): void {
  if (form.assistant !== undefined && form.assistantId !== undefined) {
    const message = 'Give either assistant or assistantId, not both.';
    throw new ApiError('bad_request', message, { fields: [{ path: 'assistantId', message }] });
  }
}

async function storedAssistant(
  id: string,
  token: CallRights,
  assistants: Pick<AssistantStore, 'find'>,
): Promise<AssistantCreate> {
  const allowed = token.allowedAssistantIds;
  const assistant = await assistants.find(token.orgId, id);
  if (assistant === null) {
    throw missingField('assistantId', 'There is no assistant with this id in your organisation.');
  }
  if (token.kind === 'public' && allowed !== null && !allowed.includes(id)) {
    throw new ApiError('assistant_not_allowed', 'This key may not call this assistant.');
  }
  return assistant;
}

function transientAssistant(form: CallCreate, token: CallRights): AssistantCreate {
  if (token.kind === 'public' && !token.allowTransientAssistant) {
    throw new ApiError(
      'assistant_not_allowed',
      'This key may only call assistants stored on the server: give an assistantId.',
    );
  }
  const assistant = form.assistant ?? {};
  if (token.kind === 'public') {
    const modelProviders = token.allowedModelProviders;
    checkPublicAssistant(assistant, { ...ASSISTANT_DEFAULTS, modelProviders });
  }
  return assistant;
}

/** Settings of these are merged, field by field. */
const NESTED = [
  'model',
  'voice',
  'transcriber',
  'startSpeakingPlan',
  'stopSpeakingPlan',
  'messagePlan',
  'artifactPlan',
  'analysisPlan',
  'variableValues',
  'metadata',
] as const;

/** Who provides the parts of an assistant where nobody says. */
const PROVIDERS = {
  model: ({ model }: Readonly<Record<string, unknown>>) => modelProviderOf(model),
  voice: () => 'vapi',
  transcriber: () => 'deepgram',
};

/** The assistant with a call's overrides: fields replace fields, settings of a part are merged. */
export function applyOverrides(
  assistant: AssistantCreate,
  overrides: AssistantOverrides = {},
): AssistantCreate {
  const merged = mergeOverrides(assistant, overrides);
  for (const [name, providerOf] of Object.entries(PROVIDERS)) {
    const part = merged[name] as Readonly<Record<string, unknown>> | undefined;
    if (part && part.provider === undefined)
      Object.assign(merged, { [name]: { provider: providerOf(part), ...part } });
  }
  // Each part has its provider now.
  return appendTools(merged as AssistantCreate);
}

/** Two that say what is different: the later one's fields go over the earlier's. */
export function mergeOverrides(
  before: AssistantOverrides,
  overrides: AssistantOverrides,
): AssistantOverrides {
  const merged: AssistantOverrides = { ...before, ...overrides };
  for (const part of NESTED) {
    const [base, change] = [before[part], overrides[part]];
    if (base && change) Object.assign(merged, { [part]: { ...base, ...change } });
  }
  return merged;
}

/** What is added to the tools, where all else takes the place of what was there. */
const APPENDED = 'tools:append';

function appendTools(merged: AssistantCreate): AssistantCreate {
  const { [APPENDED]: written, ...assistant } = merged;
  if (!Array.isArray(written)) return merged;
  const model = assistant.model ?? { provider: DEFAULT_PROVIDER };
  const tools = [...(model.tools ?? []), ...readTools(written, APPENDED, [])];
  return { ...assistant, model: { ...model, tools } };
}
