import type { EvalJudgePlan } from '@kindling/protocol';
import { RE2JS } from 're2js';
import { badFields } from '../../../platform/errors/bad-field.ts';
import { regexSize } from '../../variables/regex-size.ts';

/** Characters that a pattern looks at. */
const MAX_TEXT = 4_000;
/** Of all patterns of one plan together: what the longest text takes some 100 ms to be held against. */
const MAX_SIZE = 2_000;

/** By an engine that takes as long as text and pattern are, whatever is written: it knows no look-around and no back-references. */
export function matches(pattern: string, text: string): boolean {
  return RE2JS.compile(pattern).matcher(text.slice(0, MAX_TEXT)).find();
}

/** @throws `bad_request` that names each pattern of the plan which cannot be used */
export function checkPatterns(plan: EvalJudgePlan, path: string): void {
  if (plan.type !== 'regex') return;
  const found: { path: string; message: string }[] = [];
  let left = MAX_SIZE;
  const check = (value: unknown, at: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) check(inner, `${at}.${key}`);
    } else if (typeof value === 'string') {
      // Before it is compiled, which takes its time for a large one.
      left -= regexSize(value);
      const message = left < 0 ? TOO_LARGE : faultOf(value);
      if (message !== null) found.push({ path: at, message });
    }
  };
  check(plan.content, `${path}.content`);
  plan.toolCalls?.forEach((call, index) => {
    check(call.arguments, `${path}.toolCalls.${index}.arguments`);
  });
  if (found.length > 0) throw badFields(found);
}

const TOO_LARGE =
  'is too large a regular expression, alone or with those before it. Write repeats as * or +, or less of it.';

/** What is wrong with a pattern; null: nothing. */
function faultOf(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `is no regular expression that can be used here: ${reason}. Look-around and back-references are not known.`;
  }
}
