import type { EvalJudgePlan } from '@kindling/protocol';
import { RE2JS } from 're2js';
import { badFields } from '../../../platform/errors/bad-field.ts';

/** By an engine that takes as long as the text is, whatever is written: it knows no look-around and no back-references. */
export function matches(pattern: string, text: string): boolean {
  return RE2JS.compile(pattern).matcher(text).find();
}

/** What is wrong with a pattern; null: nothing. */
function faultOf(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws `bad_request` that names each pattern of the plan which cannot be used */
export function checkPatterns(plan: EvalJudgePlan, path: string): void {
  if (plan.type !== 'regex') return;
  const found: { path: string; message: string }[] = [];
  const check = (value: unknown, at: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) check(inner, `${at}.${key}`);
      return;
    }
    const fault = typeof value === 'string' ? faultOf(value) : null;
    if (fault === null) return;
    const message = `is no regular expression that can be used here: ${fault}. Look-around and back-references are not known.`;
    found.push({ path: at, message });
  };
  check(plan.content, `${path}.content`);
  plan.toolCalls?.forEach((call, index) => {
    check(call.arguments, `${path}.toolCalls.${index}.arguments`);
  });
  if (found.length > 0) throw badFields(found);
}
