import type { AssistantCreate, AssistantOverrides, FieldError } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';

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

/** Throws `bad_request` naming each override that a public key may not make. */
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
  if (fields.length === 0) return;
  const [first] = fields;
  throw new ApiError('bad_request', `${first?.path}: ${first?.message}`, { fields });
}
