/** Passes values from a producer that does not wait to one consumer that does. */
export interface AsyncQueue<T> extends AsyncIterable<T> {
  push(value: T): void;
  close(): void;
  /** The consumer gets what was pushed before, then this error. */
  fail(error: unknown): void;
}

export function createAsyncQueue<T>(): AsyncQueue<T> {
  const values: T[] = [];
  let end: { readonly error?: unknown; readonly failed: boolean } | undefined;
  let wake: (() => void) | undefined;

  function finish(outcome: { readonly error?: unknown; readonly failed: boolean }) {
    end ??= outcome;
    wake?.();
  }

  return {
    push(value) {
      values.push(value);
      wake?.();
    },
    close: () => finish({ failed: false }),
    fail: (error) => finish({ failed: true, error }),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (values.length > 0) yield values.shift() as T;
        if (end?.failed) throw end.error;
        if (end) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
