import type { Slot } from '@kindling/protocol/scheduling';
import { useState } from 'react';
import { countLabel, dayLabel, monthLabel } from '../calendar/labels.ts';
import { TimeList } from './time-list.tsx';
import type { Picker } from './use-picker.ts';

const DAYS_AT_ONCE = 5;

interface DayListProps {
  readonly picker: Picker;
  readonly timeZone: string;
  onChoose(slot: Slot): void;
}

/** The free days of the month one below the other, each opening on its times: the way around the calendar. */
export function DayList({ picker, timeZone, onChoose }: DayListProps) {
  const [shown, setShown] = useState(DAYS_AT_ONCE);
  const days = [...picker.slots.days];
  return (
    <>
      <ul className="day-list" aria-label={picker.month ? monthLabel(picker.month) : undefined}>
        {days.slice(0, shown).map(([date, slots]) => (
          <li key={date}>
            <details>
              <summary>
                <span>{dayLabel(date)}</span>
                <span className="day-count">{countLabel(slots.length)}</span>
              </summary>
              <TimeList slots={slots} timeZone={timeZone} onChoose={onChoose} />
            </details>
          </li>
        ))}
      </ul>
      {days.length > shown ? (
        <button
          type="button"
          className="quiet-button"
          onClick={() => setShown((before) => before + DAYS_AT_ONCE)}
        >
          Show {Math.min(DAYS_AT_ONCE, days.length - shown)} more days
        </button>
      ) : null}
    </>
  );
}
