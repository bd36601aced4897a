/** Leaves a provider alone for a while when it fails repeatedly. */
export interface Circuit {
  /** Permission to ask it once; null: not now. */
  enter(): CircuitPass | null;
  /** The provider is known to be well again: the next request may try, and failures before do not count. */
  recover(): void;
}

/** One request; the first call settles it. */
export interface CircuitPass {
  succeed(): void;
  fail(): void;
  /** Given up for another reason: it says nothing about the provider. */
  leave(): void;
}

export interface CircuitOptions {
  /** Epoch ms. */
  readonly now: () => number;
  /** Failures in a row after which it opens. @default 2 */
  readonly failures?: number;
  /** How long the provider is left alone before one request tries again, ms. @default 30000 */
  readonly rest?: number;
}

export function createCircuit(options: CircuitOptions): Circuit {
  const { now, failures: most = 2, rest = 30_000 } = options;
  let failures = 0;
  let restsUntil: number | null = null;
  let isTrying = false;

  return {
    enter() {
      const isTrial = restsUntil !== null;
      if (restsUntil !== null && (isTrying || now() < restsUntil)) return null;
      isTrying ||= isTrial;
      let isSettled = false;
      const settle = (result: () => void) => () => {
        if (isSettled) return;
        isSettled = true;
        if (isTrial) isTrying = false;
        result();
      };
      return {
        succeed: settle(() => {
          failures = 0;
          restsUntil = null;
        }),
        fail: settle(() => {
          failures += 1;
          if (failures >= most) restsUntil = now() + rest;
        }),
        leave: settle(() => {}),
      };
    },
    recover() {
      if (restsUntil === null) failures = 0;
      else restsUntil = Math.min(restsUntil, now());
    },
  };
}
