import type { EventType } from '@kindling/protocol/scheduling';
import { useEffect, useState } from 'react';
import { fetchEventType } from './request/scheduling-client.ts';

export interface LoadedEventType {
  readonly value: EventType | null;
  readonly error: unknown;
  reload(): void;
}

/** The event type, fetched once and again on `reload`. */
export function useEventType(): LoadedEventType {
  const [value, setValue] = useState<EventType | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version fetches again
  useEffect(() => {
    const abort = new AbortController();
    setError(null);
    fetchEventType(abort.signal).then(setValue, (reason: unknown) => {
      if (!abort.signal.aborted) setError(reason);
    });
    return () => abort.abort();
  }, [version]);
  return { value, error, reload: () => setVersion((before) => before + 1) };
}
