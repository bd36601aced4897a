import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { CivilDate, CivilMonth } from '../calendar/civil-date.ts';
import { availableDayLabel, dayLabel, monthLabel } from '../calendar/labels.ts';
import { monthGrid } from '../calendar/month-grid.ts';
import { neighbourDay } from './neighbour-day.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const emptyGrid = Array.from({ length: 6 }, () => Array<null>(7).fill(null));

interface DayGridProps {
  /** Null until the visitor's zone is known: the table is there, and empty. */
  readonly month: CivilMonth | null;
  /** How many times each free day has. */
  readonly timesOn: (date: CivilDate) => number;
  readonly today: CivilDate;
  readonly loading: boolean;
  /** The day to go on from, when the visitor came back to choose another. */
  readonly returnTo: CivilDate | null;
  onChoose(date: CivilDate): void;
}

/** A month as a table: free days are buttons that say how free they are, the others are only text. */
export function DayGrid({ month, timesOn, today, loading, returnTo, onChoose }: DayGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const back = useRef(returnTo);
  const focusDay = (date: CivilDate) =>
    table.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
  useEffect(() => {
    if (back.current) focusDay(back.current);
    back.current = null;
  });

  function followArrow(event: KeyboardEvent) {
    const from = event.target instanceof HTMLElement ? event.target.dataset.date : undefined;
    const next = from && neighbourDay(event.key, from, (date) => timesOn(date) > 0);
    if (!next) return;
    event.preventDefault();
    focusDay(next);
  }

  return (
    <table ref={table} className="day-grid" aria-busy={loading} onKeyDown={followArrow}>
      <caption className="sr-only">Free days{month ? ` in ${monthLabel(month)}` : null}</caption>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              <span aria-hidden="true">{name.slice(0, 3)}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(month ? monthGrid(month) : emptyGrid).map((week, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no other name, and never move
          <tr key={index}>
            {week.map((date, day) => (
              <td key={date ?? `${month}-${index}-${day}`}>
                {date ? (
                  <Day
                    date={date}
                    times={timesOn(date)}
                    isToday={date === today}
                    onChoose={onChoose}
                  />
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly date: CivilDate;
  readonly times: number;
  readonly isToday: boolean;
  onChoose(date: CivilDate): void;
}

function Day({ date, times, isToday, onChoose }: DayProps) {
  const number = Number(date.slice(8));
  const mark = isToday ? ' day-today' : '';
  if (times > 0) {
    return (
      <button
        type="button"
        className={`day day-free${mark}`}
        data-date={date}
        aria-label={availableDayLabel(date, times)}
        onClick={() => onChoose(date)}
      >
        {number}
      </button>
    );
  }
  return (
    <span className={`day${mark}`}>
      <span aria-hidden="true">{number}</span>
      <span className="sr-only">{dayLabel(date)}, no times</span>
    </span>
  );
}
