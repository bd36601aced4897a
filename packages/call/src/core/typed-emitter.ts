export type Listener<Args extends readonly unknown[]> = (...args: Args) => void;

/** More listeners for one event than this are probably a leak. */
const LISTENER_CAP = 10;

interface Registration {
  readonly listener: Listener<never>;
  readonly once: boolean;
}

/**
 * Events with a payload type for each name. A listener that throws is reported and
 * stops neither other listeners nor the call.
 */
export class TypedEmitter<Events extends { [N in keyof Events]: readonly unknown[] }> {
  readonly #registrations = new Map<keyof Events, Registration[]>();
  readonly #warned = new Set<keyof Events>();

  on<N extends keyof Events>(event: N, listener: Listener<Events[N]>): this {
    return this.#add(event, { listener, once: false });
  }

  once<N extends keyof Events>(event: N, listener: Listener<Events[N]>): this {
    return this.#add(event, { listener, once: true });
  }

  /** Removes what `on` or `once` added with the same function. */
  off<N extends keyof Events>(event: N, listener: Listener<Events[N]>): this {
    const kept = this.#of(event).filter((one) => one.listener !== listener);
    this.#registrations.set(event, kept);
    return this;
  }

  /** The same as `on`. */
  addListener<N extends keyof Events>(event: N, listener: Listener<Events[N]>): this {
    return this.on(event, listener);
  }

  /** The same as `off`. */
  removeListener<N extends keyof Events>(event: N, listener: Listener<Events[N]>): this {
    return this.off(event, listener);
  }

  /** Of one event, or of all. */
  removeAllListeners(event?: keyof Events): this {
    if (event === undefined) this.#registrations.clear();
    else this.#registrations.delete(event);
    return this;
  }

  /** Of one event, or of all. */
  listenerCount(event?: keyof Events): number {
    const of = event === undefined ? [...this.#registrations.values()].flat() : this.#of(event);
    return of.length;
  }

  /** True when there was a listener. */
  emit<N extends keyof Events>(event: N, ...args: Events[N]): boolean {
    const registrations = this.#of(event);
    for (const registration of registrations) {
      if (registration.once) this.#remove(event, registration);
      try {
        (registration.listener as Listener<Events[N]>)(...args);
      } catch (error) {
        report(error);
      }
    }
    return registrations.length > 0;
  }

  #of(event: keyof Events): readonly Registration[] {
    return this.#registrations.get(event) ?? [];
  }

  #add(event: keyof Events, registration: Registration): this {
    const registrations = [...this.#of(event), registration];
    this.#registrations.set(event, registrations);
    if (registrations.length > LISTENER_CAP && !this.#warned.has(event)) {
      this.#warned.add(event);
      console.warn(
        `${registrations.length} listeners of '${String(event)}': is one added again and again?`,
      );
    }
    return this;
  }

  #remove(event: keyof Events, registration: Registration): void {
    const kept = this.#of(event).filter((one) => one !== registration);
    this.#registrations.set(event, kept);
  }
}

function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
