import type { TurnPlan } from '@kindling/conversation';
import type { EndpointingRule, Warning } from '@kindling/protocol';
import { RE2JS } from 're2js';
import { regexSize } from '../../variables/regex-size.ts';

type WaitFor = NonNullable<TurnPlan['waitFor']>;
type Test = (text: string) => boolean;

/** Characters that a rule looks at: the end of what was said. */
const MAX_TEXT = 500;
/** Of all regexes of an assistant together: what the longest text takes some 30 ms to be held against. */
const MAX_SIZE = 5_000;

/**
 * How long to wait after certain words, by an owner's rules: the first that fits counts.
 *
 * @returns ms; undefined: none fits
 */
export function endpointingRules(rules: readonly EndpointingRule[]): WaitFor {
  const compiled = compile(rules).flatMap((rule) => (typeof rule === 'string' ? [] : [rule]));
  return ({ caller, assistant }) =>
    compiled.find(
      (rule) => rule.caller(caller.slice(-MAX_TEXT)) && rule.assistant(assistant.slice(-MAX_TEXT)),
    )?.wait;
}

/** The rules that cannot be used, and why. */
export function endpointingWarnings(rules: readonly EndpointingRule[]): Warning[] {
  return compile(rules).flatMap((rule, index) => {
    if (typeof rule !== 'string') return [];
    const path = `startSpeakingPlan.customEndpointingRules.${index}`;
    return [{ path, message: `This rule does nothing: ${rule}` }];
  });
}

interface Compiled {
  readonly caller: Test;
  readonly assistant: Test;
  /** ms. */
  readonly wait: number;
}

/** Each rule, or why it cannot be used. */
function compile(rules: readonly EndpointingRule[]): (Compiled | string)[] {
  let left = MAX_SIZE;
  return rules.map((rule) => {
    const { regex = '', customerRegex = '', assistantRegex = '' } = rule;
    // Before it is compiled, which takes its time for a large one.
    const size = [regex, customerRegex, assistantRegex].reduce(
      (sum, one) => sum + regexSize(one),
      0,
    );
    if (size > left)
      return 'its regex, or those of all rules together, is too large. Write repeats as * or +, or fewer of them.';
    left -= size;
    const tests = testsOf(rule);
    return typeof tests === 'string' ? tests : { ...tests, wait: rule.timeoutSeconds * 1_000 };
  });
}

/** What a rule asks of either side, or why it cannot be asked. */
function testsOf(rule: EndpointingRule): Pick<Compiled, 'caller' | 'assistant'> | string {
  const { type, regex, regexOptions: options } = rule;
  const anything: Test = () => true;
  try {
    switch (type) {
      case 'customer':
        return { caller: testOf(regex, options), assistant: anything };
      case 'assistant':
        return { caller: anything, assistant: testOf(regex, options) };
      case 'both':
        return {
          caller: testOf(rule.customerRegex, rule.customerRegexOptions),
          assistant: testOf(rule.assistantRegex, rule.assistantRegexOptions),
        };
      default:
        return `its type must be customer, assistant or both.`;
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** By an engine that takes as long as text and regex are, whatever an owner writes; it knows no look-around and no back-references. */
function testOf(regex: string | undefined, options: EndpointingRule['regexOptions'] = []): Test {
  if (regex === undefined) throw new Error('it has no regex.');
  const has = (name: string) => options.some(({ type, enabled }) => type === name && enabled);
  const flags =
    (has('ignore-case') ? RE2JS.CASE_INSENSITIVE : 0) |
    (has('dot-all') ? RE2JS.DOTALL : 0) |
    (has('multi-line') ? RE2JS.MULTILINE : 0);
  const whole = has('whole-word') ? `\\b(?:${regex})\\b` : regex;
  const pattern = RE2JS.compile(whole, flags);
  return has('whole-match')
    ? (text) => pattern.matcher(text).matches()
    : (text) => pattern.matcher(text).find();
}
