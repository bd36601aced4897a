import { CallError } from './call-error.ts';
import type { CallObject } from './call-object.ts';
import type { CallObjectOptions } from './options/call-options.ts';

/** The call objects of a page that are not destroyed. */
export interface CallInstances {
  /** The new instance's id. Throws when there is one already and the options do not allow two. */
  add(instance: CallObject, options: CallObjectOptions): string;
  remove(id: string): void;
  /** The one with this id, or the oldest. */
  find(id?: string): CallObject | undefined;
}

export function createCallInstances(): CallInstances {
  const instances = new Map<string, CallObject>();
  let made = 0;
  return {
    add(instance, { allowMultipleCallInstances = false, strictMode = true }) {
      if (instances.size > 0 && !allowMultipleCallInstances) {
        const message =
          'There is a call object already: destroy() it first, or set allowMultipleCallInstances.';
        if (strictMode) throw new CallError('duplicate-instance', message);
        console.warn(message);
      }
      made += 1;
      const id = `${Date.now().toString(36)}-${made}`;
      instances.set(id, instance);
      return id;
    },
    remove: (id) => void instances.delete(id),
    find: (id) => (id === undefined ? instances.values().next().value : instances.get(id)),
  };
}

/** One registry a page, as the microphone is one. */
export const callInstances = createCallInstances();
