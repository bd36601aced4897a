import { Ajv, type ValidateFunction } from 'ajv';
import { readJsonText } from '../../../platform/errors/json-text.ts';

// These could block a thread for hours, and schemas come from users: models receive them, the server does not run them.
const KEYWORDS_LEFT_OUT = ['pattern', 'patternProperties', 'format', 'uniqueItems'] as const;

export type ArgumentsCheck =
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

export type CompiledCheck = (text: string, what: string) => ArgumentsCheck;

/**
 * May take seconds: to be called in a thread that can be ended.
 *
 * @throws an Error when the schema is none
 */
export function compileCheck(schema: object): CompiledCheck {
  const ajv = new Ajv({ strict: false, logger: false, code: { optimize: false } });
  for (const keyword of KEYWORDS_LEFT_OUT) ajv.removeKeyword(keyword);
  const validate: ValidateFunction = ajv.compile(schema);
  // Such a check answers later, and rejects: nobody waits for it.
  if ('$async' in validate) throw new Error('$async is not supported');
  return (text, what) => {
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
