import type { AssistantCreate, AssistantOverrides, FieldError } from '@kindling/protocol';
import { badFields } from '../../platform/errors/bad-field.ts';

/**
 * What an assistant may have that a page brings along. It names no server, tool, file, credential or
 * recording: those belong to the organisation and are available only to stored assistants.
 */
const PAGE_MAY_BRING: ReadonlySet<string> = new Set([
  'name',
  'firstMessage',
  'firstMessageMode',
  'firstMessageInterruptionsEnabled',
  'model',
  'voice',
  'transcriber',
  'silenceTimeoutSeconds',
  'maxDurationSeconds',
  'endCallMessage',
  'endCallPhrases',
  'clientMessages',
  'startSpeakingPlan',
  'stopSpeakingPlan',
  'messagePlan',
  'variableValues',
  'metadata',
] satisfies (keyof AssistantCreate)[]);

const OF_MODEL: ReadonlySet<string> = new Set([
  'provider',
  'model',
  'messages',
  'temperature',
  'maxTokens',
  'defaultRulesEnabled',
] satisfies (keyof NonNullable<AssistantCreate['model']>)[]);

/** The answerer of this machine, which costs nobody anything. */
const OWN_PROVIDER = 'kindling';

export interface PublicAssistantLimits {
  /** Beside the one of this machine. */
  readonly modelProviders: readonly string[];
  readonly silenceTimeoutSeconds: number;
  readonly maxDurationSeconds: number;
}

/**
 * @throws `bad_request` naming each field that an assistant may not have when a public key brings it
 */
export function checkPublicAssistant(
  assistant: AssistantCreate,
  limits: PublicAssistantLimits,
): void {
  const fields = [
    ...unlisted(assistant, PAGE_MAY_BRING, 'assistant'),
    ...unlisted(assistant.model ?? {}, OF_MODEL, 'assistant.model'),
    ...wrongProvider(assistant, limits),
    ...tooLong(assistant, limits),
  ];
  if (fields.length > 0) throw badFields(fields);
}

function unlisted(
  given: Readonly<Record<string, unknown>>,
  allowed: ReadonlySet<string>,
  path: string,
): FieldError[] {
  return Object.entries(given)
    .filter(([name, value]) => !allowed.has(name) && value !== undefined && value !== null)
    .map(([name]) => ({
      path: `${path}.${name}`,
      message: 'cannot be set with a public key.',
    }));
}

function wrongProvider(
  { model }: AssistantCreate,
  { modelProviders }: PublicAssistantLimits,
): FieldError[] {
  const allowed = [OWN_PROVIDER, ...modelProviders];
  if (model === undefined || allowed.includes(model.provider)) return [];
  const message = `must be ${allowed.join(' or ')} with this key: others are named in its restrictions.allowedModelProviders.`;
  return [{ path: 'assistant.model.provider', message }];
}

function tooLong(assistant: AssistantCreate, limits: PublicAssistantLimits): FieldError[] {
  return (['silenceTimeoutSeconds', 'maxDurationSeconds'] as const)
    .filter((name) => (assistant[name] ?? 0) > limits[name])
    .map((name) => ({
      path: `assistant.${name}`,
      message: `must be at most ${limits[name]} with a public key.`,
    }));
}

/**
 * What a page may change about the assistant it calls: how it greets, sounds and how long it
 * waits. Prompts, models, URLs, tools and limits beyond the assistant's own are up to its owner.
 */
const PAGE_MAY_SET: ReadonlySet<string> = new Set([
  'name',
  'firstMessage',
  'firstMessageMode',
  'variableValues',
  'voice',
  'silenceTimeoutSeconds',
  'maxDurationSeconds',
  'clientMessages',
  'metadata',
]);

/** @throws `bad_request` naming each override that a public key may not make */
export function checkPublicOverrides(
  assistant: AssistantCreate,
  overrides: AssistantOverrides,
  limits: { readonly silenceTimeoutSeconds: number; readonly maxDurationSeconds: number },
): void {
  const fields: FieldError[] = Object.keys(overrides)
    .filter((key) => !PAGE_MAY_SET.has(key))
    .map((key) => ({
      path: `assistantOverrides.${key}`,
      message: 'cannot be changed with a public key.',
    }));
  for (const key of ['silenceTimeoutSeconds', 'maxDurationSeconds'] as const) {
    const most = assistant[key] ?? limits[key];
    if ((overrides[key] ?? 0) > most) {
      fields.push({ path: `assistantOverrides.${key}`, message: `must be at most ${most}.` });
    }
  }
  if (fields.length > 0) throw badFields(fields);
}
