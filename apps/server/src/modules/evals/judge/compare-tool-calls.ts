import type { EvalToolCall } from '@kindling/protocol';
import { matches } from './patterns.ts';
import { type CalledTool, type Failure, quoted } from './verdict.ts';

/** What differs between two values; null: nothing. `path` is for people. */
type Compare = (expected: unknown, actual: unknown, path: string) => Failure;

/** Names under which other platforms know a handoff, beside `handoff_to_…`. */
const HANDOFF_NAMES: readonly string[] = ['handoff', 'transferCall', 'transferToSquadMember'];

/** As many calls as expected, in the same order, each by its name and, where they are given, by all its arguments. */
export function compareExactly(
  expected: readonly EvalToolCall[],
  actual: readonly CalledTool[],
): Failure {
  if (expected.length !== actual.length)
    return `Expected ${countOf(expected)} and got ${countOf(actual)}.`;
  for (const [index, call] of expected.entries()) {
    const failure = compareCall(call, actual[index], exactly, 'all');
    if (failure !== null) return `Tool call ${index + 1}: ${failure}`;
  }
  return null;
}

/** The expected calls in their order, whatever is called between them; the values of arguments are patterns. */
export function compareByPatterns(
  expected: readonly EvalToolCall[],
  actual: readonly CalledTool[],
): Failure {
  let next = 0;
  for (const call of expected) {
    const failures = actual.slice(next).map((one) => compareCall(call, one, byPattern, 'named'));
    const found = failures.indexOf(null);
    if (found === -1) {
      const near = actual.slice(next).findIndex((one) => isNamed(call, one));
      return near === -1
        ? `Expected a call of ${call.name} and got ${countOf(actual)}.`
        : (failures[near] ?? null);
    }
    next += found + 1;
  }
  return null;
}

function compareCall(
  expected: EvalToolCall,
  actual: CalledTool | undefined,
  compare: Compare,
  keys: 'all' | 'named',
): Failure {
  if (actual === undefined || !isNamed(expected, actual))
    return `Expected a call of ${expected.name} and got ${actual?.name ?? 'none'}.`;
  const wanted = expected.arguments;
  if (wanted === undefined || wanted === null) return null;
  // A handoff says where to, whatever its tool takes.
  const given = actual.handoffTo === null ? actual.arguments : withDestination(actual);
  return compareFields(wanted, given, {
    compare,
    path: expected.name,
    keys: actual.handoffTo === null ? keys : 'named',
  });
}

function isNamed({ name }: EvalToolCall, actual: CalledTool): boolean {
  if (name === actual.name) return true;
  return actual.handoffTo !== null && (HANDOFF_NAMES.includes(name) || /^handoff_to_/.test(name));
}

const withDestination = (call: CalledTool) => ({
  ...call.arguments,
  destination: call.arguments.destination ?? call.handoffTo,
});

type Fields = Readonly<Record<string, unknown>>;

function compareFields(
  expected: Fields,
  actual: Fields,
  {
    compare,
    path,
    keys,
  }: { readonly compare: Compare; readonly path: string; readonly keys: 'all' | 'named' },
): Failure {
  for (const [key, value] of Object.entries(expected)) {
    if (!Object.hasOwn(actual, key)) return `${path} was given no ${key}.`;
    const failure = compare(value, actual[key], `${key} of ${path}`);
    if (failure !== null) return failure;
  }
  const more =
    keys === 'all' ? Object.keys(actual).find((key) => !Object.hasOwn(expected, key)) : undefined;
  return more === undefined ? null : `${path} was given ${more}, which was not expected.`;
}

const exactly: Compare = (expected, actual, path) => {
  if (isFields(expected) && isFields(actual))
    return compareFields(expected, actual, { compare: exactly, path, keys: 'all' });
  if (Array.isArray(expected) && Array.isArray(actual))
    return compareLists(expected, actual, exactly, path);
  return Object.is(expected, actual) ? null : differs(expected, actual, path);
};

const byPattern: Compare = (expected, actual, path) => {
  if (isFields(expected) && isFields(actual))
    return compareFields(expected, actual, { compare: byPattern, path, keys: 'named' });
  if (Array.isArray(expected) && Array.isArray(actual))
    return compareLists(expected, actual, byPattern, path);
  if (typeof expected !== 'string') return exactly(expected, actual, path);
  const text = typeof actual === 'string' ? actual : JSON.stringify(actual);
  return matches(expected, text)
    ? null
    : `Expected ${path} to match ${quoted(expected)} and got ${quoted(text)}.`;
};

function compareLists(
  expected: readonly unknown[],
  actual: readonly unknown[],
  compare: Compare,
  path: string,
): Failure {
  if (expected.length !== actual.length) return differs(expected, actual, path);
  for (const [index, value] of expected.entries()) {
    const failure = compare(value, actual[index], `item ${index + 1} of ${path}`);
    if (failure !== null) return failure;
  }
  return null;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const differs = (expected: unknown, actual: unknown, path: string) =>
  `Expected ${path} to be ${quoted(JSON.stringify(expected))} and got ${quoted(JSON.stringify(actual))}.`;

function countOf(calls: readonly { readonly name: string }[]): string {
  if (calls.length === 0) return 'no tool call';
  const names = calls.map(({ name }) => name).join(', ');
  return `${calls.length} tool ${calls.length === 1 ? 'call' : 'calls'} (${names})`;
}
