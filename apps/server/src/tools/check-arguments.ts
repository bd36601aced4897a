import { Ajv, type ValidateFunction } from 'ajv';
import { readJsonText } from '../json-text.ts';

// These could keep the process busy for hours, and schemas come from users: models are told them, nobody runs them.
const KEYWORDS_LEFT_OUT = ['pattern', 'patternProperties', 'format', 'uniqueItems'] as const;
const MOST_CHARACTERS = 50_000;
/** Schemas that stay compiled: those of assistants that talk now, most likely. */
const MOST_KEPT = 200;

export type ArgumentsCheck =
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

/** `what` the text is, for messages. @default 'arguments' */
type CheckArguments = (text: string, what?: string) => ArgumentsCheck;

/** By the schema as text, the one used last at the end. */
const kept = new Map<string, CheckArguments>();

/**
 * Reads and checks what a model wrote. Throws an Error when the schema itself is none. To compile one
 * takes milliseconds, and every call asks for those of its tools: the last ones are kept.
 */
export function createArgumentsCheck(schema: object): CheckArguments {
  const text = JSON.stringify(schema);
  if (text.length > MOST_CHARACTERS) {
    throw new Error(`it has more than ${MOST_CHARACTERS} characters`);
  }
  const check = kept.get(text) ?? compileCheck(schema);
  kept.delete(text);
  kept.set(text, check);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return check;
}

/** What is wrong with a schema, as the message of its field; null: nothing. */
export function schemaFault(schema: object): string | null {
  try {
    createArgumentsCheck(schema);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : 'it cannot be read';
    return `is not a JSON Schema: ${reason}.`;
  }
}

function compileCheck(schema: object): CheckArguments {
  const ajv = new Ajv({ strict: false, logger: false });
  for (const keyword of KEYWORDS_LEFT_OUT) ajv.removeKeyword(keyword);
  const validate: ValidateFunction = ajv.compile(schema);
  // Such a check answers later, and rejects: nobody waits for it.
  if ('$async' in validate) throw new Error('$async is not supported');
  return (text, what = 'arguments') => {
    const value = readJsonText(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      return { ok: false, message: `The ${what} must be one JSON object.` };
    }
    if (validate(value)) return { ok: true, values: value as Record<string, unknown> };
    return {
      ok: false,
      message: `The ${what} do not fit: ${ajv.errorsText(validate.errors, { dataVar: what })}.`,
    };
  };
}
