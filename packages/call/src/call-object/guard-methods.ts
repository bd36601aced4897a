import { type CallState, checkLater, checkMethod } from './check-method.ts';
import { METHOD_NAMES, type MethodName, ruleOf } from './method-table.ts';

type Method = (...args: unknown[]) => unknown;

const PREPARING: readonly MethodName[] = ['preAuth', 'startCamera'];

/**
 * Puts the rules of the table before the methods of a call: what is called where, when or
 * how it must not be throws a `CallError`; methods that answer later reject with it.
 */
export function guardMethods<Call extends object>(
  prototype: Call,
  callState: (call: Call) => Omit<CallState, 'prepared'>,
): void {
  const prepared = new WeakSet<Call>();
  const methods = prototype as Record<string, Method | undefined>;
  for (const name of METHOD_NAMES) {
    const { kind, time, only, checkLater: later } = ruleOf(name);
    if (time === 'always' && only === undefined) continue;
    // What is of frames only has no body in a call object: its rule always refuses.
    const run = methods[name] ?? (() => {});
    const check = (call: Call, args: readonly unknown[]) => {
      const state = callState(call);
      const ready = state.joiningOrJoined || prepared.has(call);
      checkMethod(name, { ...state, prepared: ready }, args);
    };
    const guarded: Method =
      kind === 'async'
        ? async function (this: Call, ...args) {
            check(this, args);
            if (later !== undefined) await checkLater(name, args);
            const answer = await run.apply(this, args);
            if (PREPARING.includes(name)) prepared.add(this);
            return answer;
          }
        : function (this: Call, ...args) {
            check(this, args);
            return run.apply(this, args);
          };
    Object.defineProperty(prototype, name, { value: guarded, configurable: true, writable: true });
  }
}
