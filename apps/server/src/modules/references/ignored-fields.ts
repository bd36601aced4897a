import { jsonSchemaSchema, objectSchemaSchema, type Warning } from '@kindling/protocol';
import { z } from 'zod';

const MESSAGE = 'This is kept and does nothing on this server.';
const NEEDS_TELEPHONE =
  'This is kept and does nothing: it needs a telephone, and calls of this server come from pages.';
const NOISE =
  'The page that calls takes noise out of its microphone, and other voices in the room are not answered. Nothing more is done on this server.';
const OF_PROVIDER =
  'This is kept, and is sent to the provider that is named once it can be reached: what speaks or listens instead knows nothing of it.';
/** Where more can be said than that nothing acts on it: by the end of its path. */
const REASONS: readonly (readonly [end: RegExp, message: string])[] = [
  [
    /(^|\.)(voicemail(Message|Detection|DetectionEnabled)|keypadInputPlan|transportConfigurations|forwardingPhoneNumbers?|phoneNumberId|phoneNumber|customers|schedulePlan)$/,
    NEEDS_TELEPHONE,
  ],
  [/(^|\.)background(DenoisingEnabled|SpeechDenoisingPlan)$/, NOISE],
  [
    /(^|\.)modelOutputInMessagesEnabled$/,
    'Messages hold what was said: what the model wrote and nobody heard is not kept.',
  ],
  [
    /(^|\.)interruptionsEnabled$/,
    'stopSpeakingPlan says when the assistant stops for the person; this does nothing.',
  ],
  [
    /(^|\.)function\.strict$/,
    'What a model gives a tool is checked here; its provider is not asked to.',
  ],
  [/(^|\.)(voice|transcriber)\.\w+$/, OF_PROVIDER],
];
/** Of these it matters that they are switched off. */
const ON_UNLESS_SAID: ReadonlySet<string> = new Set(['interruptionsEnabled']);
/** What a JSON Schema says of values: each acts where arguments are checked, or is for the model to read. */
const OF_SCHEMAS =
  /^(\$\w+|definitions|title|description|default|examples?|enum|const|type|properties|required|additionalProperties|patternProperties|propertyNames|items|prefixItems|contains|(min|max)\w*|exclusiveM\w+|pattern|format|multipleOf|uniqueItems|allOf|anyOf|oneOf|not|if|then|else|dependent\w+|nullable|deprecated|readOnly|writeOnly|value|strict)$/;
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
    .map((path) => ({
      path,
      message: REASONS.find(([end]) => end.test(path))?.[1] ?? MESSAGE,
    }));
}

/** Of an assistant within something else, too: what it acts on is the same there. */
function isKnown(path: string, known: ReadonlySet<string>): boolean {
  if (known.has(path)) return true;
  return [...known].some((one) => path.endsWith(`.${one}`));
}

function findIgnored(schema: z.ZodType, value: unknown, path: string): string[] {
  if (saysNothing(value)) return [];
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
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const isSchema = schema === jsonSchemaSchema || schema === objectSchemaSchema;
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = schema.shape[name] as z.ZodType | undefined;
    const at = join(path, name);
    if (field !== undefined) return findIgnored(field, inner, at);
    if (isSchema && OF_SCHEMAS.test(name)) return [];
    return saysNothing(inner) && !(inner === false && ON_UNLESS_SAID.has(name)) ? [] : [at];
  });
}

/** What is switched off or empty asks for nothing. */
const saysNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
