import { type CallState, checkLater, checkMethod } from './check-method.ts';
import { METHOD_NAMES, type MethodName, ruleOf } from './method-table.ts';

type Method = (...args: unknown[]) => unknown;

const PREPARING: readonly MethodName[] = ['preAuth', 'startCamera'];

/**
 * Guards the methods of a call by the rules of the table: a call in the wrong place, at the wrong time or
 * with wrong arguments throws a `CallError`; async methods reject with it.
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
    // Frame-only methods have no body in a call object: their rule always throws.
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
