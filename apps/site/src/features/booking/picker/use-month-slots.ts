import type { Slot, Slots } from '@kindling/protocol/scheduling';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type CivilDate, type CivilMonth, firstOf, lastOf } from '../calendar/civil-date.ts';
import { fetchSlots } from '../request/scheduling-client.ts';

/** The free times of one month in one zone, as far as they are known. */
export interface MonthSlots {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly days: ReadonlyMap<CivilDate, readonly Slot[]>;
  /** The first free day after an empty month. */
  readonly nextDate: CivilDate | null;
  readonly error: unknown;
  /** Asks the server again, for every month. */
  reload(): void;
}

interface Loaded {
  readonly key: string;
  readonly slots: Slots | null;
  readonly error: unknown;
}

/** Months once loaded are kept until `reload`, so that leafing back is instant. */
export function useMonthSlots(timeZone: string | null, month: CivilMonth | null): MonthSlots {
  const [version, setVersion] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const cache = useRef(new Map<string, Loaded>());
  const key = timeZone && month ? `${timeZone} ${month} ${version}` : '';

  useEffect(() => {
    if (!timeZone || !month) return;
    const known = cache.current.get(key);
    if (known) return setLoaded(known);
    const abort = new AbortController();
    const range = { from: firstOf(month), to: lastOf(month), timeZone };
    fetchSlots(range, abort.signal).then(
      (slots) => {
        const now = { key, slots, error: null };
        cache.current.set(key, now);
        setLoaded(now);
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setLoaded({ key, slots: null, error });
      },
    );
    return () => abort.abort();
  }, [key, timeZone, month]);

  const reload = useCallback(() => setVersion((before) => before + 1), []);
  const current = loaded?.key === key ? loaded : null;
  return {
    state: current === null ? 'loading' : current.slots ? 'ready' : 'failed',
    days: new Map(current?.slots?.days.map(({ date, slots }) => [date, slots])),
    nextDate: current?.slots?.nextDate ?? null,
    error: current?.error ?? null,
    reload,
  };
}
