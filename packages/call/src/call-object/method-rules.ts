import type * as FeatureRules from '../options/feature-rules.ts';
import { type Check, must } from '../options/predicates.ts';

/**
 * What a method returns: a known value (`get`), the call itself (`chain`),
 * nothing (`void`), or a promise (`async`).
 */
export type MethodKind = 'get' | 'chain' | 'void' | 'async';

/**
 * When a method may be called. `always`: also after `destroy()`. `prepared`: after `preAuth()`,
 * `startCamera()` or `join()`.
 */
export type MethodTime = 'always' | 'usable' | 'prepared' | 'not-joined' | 'joined';

/** The preconditions of a method. */
export interface MethodRule {
  readonly kind: MethodKind;
  readonly time: MethodTime;
  /** Where it is supported; absent: in call objects and frames. */
  readonly only?: 'call-object' | 'frame';
  /** What to do instead, part of the error message. */
  readonly hint?: string;
  /** Check the arguments before the time. */
  readonly argumentsFirst?: true;
  /** What is wrong with the arguments; null: nothing. */
  readonly check?: (args: readonly unknown[], subscribesAutomatically: boolean) => string | null;
  /** Async methods: the rule of the first argument, loaded on demand. */
  readonly checkLater?: keyof typeof FeatureRules;
}

type More = Omit<MethodRule, 'kind' | 'time'>;
export const rule = (kind: MethodKind, time: MethodTime, more: More = {}): MethodRule => ({
  kind,
  time,
  ...more,
});

export const callObjectOnly = { only: 'call-object' } as const;
export const frameOnly = { only: 'frame' } as const;
export const firstArgument = (check: Check) => ({
  check: ([one]: readonly unknown[]) => check(one),
});
export const optionalBoolean = firstArgument(
  must((value) => value === undefined || typeof value === 'boolean', 'must be true or false'),
);
export const anyObject = must((value) => typeof value === 'object', 'must be an object');

// The most frequent rules.
export const getter = rule('get', 'always');
export const question = rule('async', 'always');
export const task = rule('async', 'usable');
export const taskInRoom = rule('async', 'joined');
export const setter = rule('chain', 'usable');
export const command = rule('void', 'usable');
export const commandInRoom = rule('void', 'joined');
export const setterInRoom = rule('chain', 'joined');
export const frameGetter = rule('get', 'always', frameOnly);
export const callObjectGetter = rule('get', 'always', callObjectOnly);
