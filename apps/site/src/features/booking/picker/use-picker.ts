import type { EventType } from '@kindling/protocol/scheduling';
import { useEffect, useRef, useState } from 'react';
import {
  addMonths,
  type CivilDate,
  type CivilMonth,
  dateIn,
  monthOf,
} from '../calendar/civil-date.ts';
import { type MonthSlots, useMonthSlots } from './use-month-slots.ts';

/** The visitor's position in the calendar. The chosen day is kept as an instant, so that it survives a change of zone. */
export interface Picker {
  readonly timeZone: string | null;
  readonly month: CivilMonth | null;
  readonly day: CivilDate | null;
  /** The moment that offsets are shown for; null while no day is chosen. */
  readonly moment: string | null;
  readonly view: 'month' | 'list';
  readonly slots: MonthSlots;
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  /** Whether the visitor chose last, rather than a link that named a day. */
  readonly byVisitor: boolean;
  turnPage(months: 1 | -1): void;
  jumpTo(date: CivilDate): void;
  chooseDay(date: CivilDate): void;
  leaveDay(): void;
  setView(view: 'month' | 'list'): void;
}

interface PickerOptions {
  readonly timeZone: string | null;
  readonly eventType: EventType | null;
  /** The day to show first, and to choose if it has free times. */
  readonly firstDate?: CivilDate | null;
}

export function usePicker({ timeZone, eventType, firstDate = null }: PickerOptions): Picker {
  const [turned, setTurned] = useState<CivilMonth | null>(null);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [view, setView] = useState<'month' | 'list'>('month');
  const [byVisitor, setByVisitor] = useState(false);

  const day = anchor && timeZone ? dateIn(timeZone, new Date(anchor)) : null;
  const bounds = eventType ? monthBounds(eventType) : null;
  const start = timeZone ? clamp(monthOf(firstDate ?? today(timeZone)), bounds) : null;
  const month = timeZone ? (turned ?? (day ? monthOf(day) : start)) : null;
  const slots = useMonthSlots(timeZone, month);
  useFirstFreeMonth({ slots, untouched: turned === null && anchor === null, show: setTurned });

  const wanted = useRef(firstDate);
  const firstSlot = wanted.current ? slots.days.get(wanted.current)?.[0] : undefined;
  useEffect(() => {
    if (!firstSlot) return;
    wanted.current = null;
    setAnchor(firstSlot.startsAt);
  }, [firstSlot]);

  return {
    timeZone,
    month,
    day,
    moment: anchor,
    view,
    slots,
    byVisitor,
    hasEarlier: month !== null && bounds !== null && month > bounds.first,
    hasLater: month !== null && bounds !== null && month < bounds.last,
    turnPage: (months) => month && setTurned(addMonths(month, months)),
    jumpTo: (date) => setTurned(monthOf(date)),
    chooseDay(date) {
      setByVisitor(true);
      setAnchor(slots.days.get(date)?.[0]?.startsAt ?? null);
      // The page follows the day, into another month if the zone requires it.
      setTurned(null);
    },
    leaveDay() {
      setByVisitor(true);
      setTurned(month);
      setAnchor(null);
    },
    setView,
  };
}

/** At the end of a month the page should not start empty. */
function useFirstFreeMonth(options: {
  slots: MonthSlots;
  untouched: boolean;
  show(month: CivilMonth): void;
}): void {
  const { slots, untouched, show } = options;
  const target =
    untouched && slots.state === 'ready' && slots.days.size === 0 ? slots.nextDate : null;
  useEffect(() => {
    if (target) show(monthOf(target));
  }, [target, show]);
}

interface MonthBounds {
  readonly first: CivilMonth;
  readonly last: CivilMonth;
}

function monthBounds({ firstDate, lastDate }: EventType): MonthBounds {
  return { first: monthOf(firstDate), last: monthOf(lastDate) };
}

function clamp(month: CivilMonth, bounds: MonthBounds | null): CivilMonth {
  if (!bounds) return month;
  return month < bounds.first ? bounds.first : month > bounds.last ? bounds.last : month;
}

function today(timeZone: string): CivilDate {
  return dateIn(timeZone, new Date());
}
