import type { Call } from '../call-object/call-object.ts';
import type { CallObjectOptions } from '../options/call-options.ts';
import { CallError } from './call-error.ts';

/** The calls of a page that are not destroyed. */
export interface CallInstances {
  /**
   * The new instance's id.
   *
   * @throws when there is one already and the options do not allow two
   */
  add(instance: object, options: CallObjectOptions): string;
  remove(id: string): void;
  /** The one with this id, or the oldest. */
  find(id?: string): Call | undefined;
}

export function createCallInstances(): CallInstances {
  const instances = new Map<string, Call>();
  let made = 0;
  return {
    add(instance, { allowMultipleCallInstances = false, strictMode = true }) {
      if (instances.size > 0 && !allowMultipleCallInstances) {
        // Programs check how this message begins; it is that of the library they were written for.
        const message =
          'Duplicate DailyIframe instances are not allowed: destroy() the other one first, or set allowMultipleCallInstances.';
        if (strictMode) throw new CallError('duplicate-instance', message);
        console.warn(message);
      }
      made += 1;
      const id = `${Date.now().toString(36)}-${made}`;
      instances.set(id, instance as Call);
      return id;
    },
    remove: (id) => void instances.delete(id),
    find: (id) => (id === undefined ? instances.values().next().value : instances.get(id)),
  };
}

/** One registry for the page, because there is one microphone. */
export const callInstances = createCallInstances();
