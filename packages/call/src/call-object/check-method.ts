import { CallError } from '../core/call-error.ts';
import { type MethodName, ruleOf } from './method-table.ts';

/** The state of a call that decides whether a method may be called. */
export interface CallState {
  readonly frame: boolean;
  readonly destroyed: boolean;
  readonly joined: boolean;
  readonly joiningOrJoined: boolean;
  /** `preAuth()`, `startCamera()` or `join()` were called. */
  readonly prepared: boolean;
  readonly subscribesAutomatically: boolean;
}

/**
 * @throws a `CallError` when a method is called in the wrong place, at the wrong time or with wrong
 *   arguments
 */
export function checkMethod(
  name: MethodName,
  callState: CallState,
  args: readonly unknown[],
): void {
  const { only, argumentsFirst, check } = ruleOf(name);
  const label = `${name}()`;
  if (callState.destroyed && ruleOf(name).time !== 'always')
    throw new CallError('after-destroy', `${label}: use after destroy.`);
  if (only === 'call-object' && callState.frame)
    throw new CallError(
      'not-available',
      `${label} is only supported on call objects, not in frames.`,
    );
  if (only === 'frame' && !callState.frame)
    throw new CallError('not-available', `${label} is only supported in frames.`);
  if (argumentsFirst !== true) checkTime(name, callState);
  throwProblem(name, check?.(args, callState.subscribesAutomatically) ?? null);
  if (argumentsFirst === true) checkTime(name, callState);
}

/**
 * Checks with the rules that are loaded on demand.
 *
 * @throws the same errors as `checkMethod`
 */
export async function checkLater(name: MethodName, args: readonly unknown[]): Promise<void> {
  const { checkLater: rule } = ruleOf(name);
  if (rule === undefined) return;
  const rules = await import('../options/feature-rules.ts');
  throwProblem(name, rules[rule](args[0]));
}

function throwProblem(name: MethodName, problem: string | null): void {
  if (problem === null) return;
  const tooLarge = problem.startsWith('Message data too large');
  throw new CallError(
    tooLarge ? 'message-too-large' : 'invalid-property',
    `${name}(): ${problem}.`,
  );
}

function checkTime(name: MethodName, callState: CallState): void {
  const { time, hint = '' } = ruleOf(name);
  const stop = (code: 'before-join' | 'after-join', words: string) => {
    throw new CallError(code, `${name}() ${words} ${hint}`.trimEnd());
  };
  if (time === 'joined' && !callState.joined) stop('before-join', 'only supported after join.');
  if (time === 'not-joined' && callState.joiningOrJoined)
    stop('after-join', 'not supported after joining a meeting.');
  if (time === 'prepared' && !callState.prepared)
    stop('before-join', 'needs preAuth(), startCamera() or join() first.');
}
