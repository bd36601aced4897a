import type { AssistantCreate, FieldError } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';

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
] satisfies (keyof NonNullable<AssistantCreate['model']>)[]);

/** The answerer of this machine, which costs nobody anything. */
const OWN_PROVIDER = 'kindling';

export interface PublicAssistantLimits {
  /** Beside the one of this machine. */
  readonly modelProviders: readonly string[];
  readonly silenceTimeoutSeconds: number;
  readonly maxDurationSeconds: number;
}

/** Throws `bad_request` naming each field that an assistant may not have when a public key brings it. */
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
  const [first] = fields;
  if (first === undefined) return;
  throw new ApiError('bad_request', `${first.path}: ${first.message}`, { fields });
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
