import type { Warning } from '@kindling/protocol';
import { z } from 'zod';

const MESSAGE = 'This is kept and does nothing on this server.';
const NEEDS_TELEPHONE =
  'This is kept and does nothing: it needs a telephone, and calls of this server come from pages.';
/** Where more can be said than that nothing acts on it. */
const REASONS: Readonly<Record<string, string>> = {
  voicemailMessage: NEEDS_TELEPHONE,
  voicemailDetection: NEEDS_TELEPHONE,
  voicemailDetectionEnabled: NEEDS_TELEPHONE,
  keypadInputPlan: NEEDS_TELEPHONE,
  transportConfigurations: NEEDS_TELEPHONE,
  forwardingPhoneNumber: NEEDS_TELEPHONE,
  backgroundDenoisingEnabled:
    'The page that calls takes noise out of its microphone, and other voices in the room are not answered. Nothing more is done on this server.',
  backgroundSpeechDenoisingPlan:
    'The page that calls takes noise out of its microphone, and other voices in the room are not answered. Nothing more is done on this server.',
  modelOutputInMessagesEnabled:
    'Messages hold what was said: what the model wrote and nobody heard is not kept.',
};
/** Of one assistant. */
const MOST = 50;

/**
 * Fields that a schema takes and does not name: nothing here acts on them.
 *
 * @param known paths of fields that are acted on all the same, as an assistant has them
 */
export function ignoredFields(
  schema: z.ZodType,
  value: unknown,
  known: ReadonlySet<string>,
): Warning[] {
  return findIgnored(schema, value, '')
    .filter((path) => !isKnown(path, known))
    .slice(0, MOST)
    .map((path) => ({ path, message: REASONS[path] ?? MESSAGE }));
}

/** Of an assistant within something else, too: what it acts on is the same there. */
function isKnown(path: string, known: ReadonlySet<string>): boolean {
  if (known.has(path)) return true;
  return [...known].some((one) => path.endsWith(`.${one}`));
}

function findIgnored(schema: z.ZodType, value: unknown, path: string): string[] {
  if (value === null || value === undefined || value === false) return [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return findIgnored(schema.unwrap() as z.ZodType, value, path);
  if (schema instanceof z.ZodUnion) {
    const form = (schema.options as z.ZodType[]).find((one) => one.safeParse(value).success);
    return form === undefined ? [] : findIgnored(form, value, path);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((one, index) =>
      findIgnored(schema.element as z.ZodType, one, join(path, String(index))),
    );
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = schema.shape[name] as z.ZodType | undefined;
    const at = join(path, name);
    if (field !== undefined) return findIgnored(field, inner, at);
    return inner === null || inner === undefined || inner === false ? [] : [at];
  });
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
