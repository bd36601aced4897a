import type { Slot } from '@kindling/protocol/scheduling';
import { dateIn } from '../calendar/civil-date.ts';
import { clockLabel, dayLabel, timeLabel } from '../calendar/labels.ts';
import { Notice } from '../components/notice.tsx';
import { nearestSlots } from '../picker/nearest-slots.ts';
import type { Picker } from '../picker/use-picker.ts';

const OFFERED = 4;

interface TakenNoticeProps {
  readonly taken: string;
  readonly timeZone: string;
  readonly picker: Picker;
  onChoose(slot: Slot): void;
  onSeeAll(): void;
}

/** Says that the slot was booked by someone else, and offers free slots nearby without leaving the form. */
export function TakenNotice({ taken, timeZone, picker, onChoose, onSeeAll }: TakenNoticeProps) {
  const { state, days } = picker.slots;
  const others = [...days.values()].flat().filter((slot) => slot.startsAt !== taken);
  const near = nearestSlots(others, taken, OFFERED);
  const offer = (
    <div className="offer">
      <p>{offerLabel(state, near.length)}</p>
      <ul className="times offer-times">
        {near.map((slot) => (
          <li key={slot.startsAt}>
            <button
              type="button"
              className="time"
              aria-label={timeLabel(slot.startsAt, timeZone)}
              onClick={() => onChoose(slot)}
            >
              {clockLabel(slot.startsAt, timeZone)}
              <span className="time-day">{shortDay(slot.startsAt, timeZone)}</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="quiet-button" onClick={onSeeAll}>
        See all times
      </button>
    </div>
  );
  return (
    <Notice focus action={offer}>
      {clockLabel(taken, timeZone)} has just been taken by someone else. What you typed is still
      here: choose another time.
    </Notice>
  );
}

function offerLabel(state: Picker['slots']['state'], count: number): string {
  if (state === 'loading') return 'Looking for free times nearby…';
  return count > 0 ? 'Free nearby:' : 'No other time is free in this month.';
}

function shortDay(instant: string, timeZone: string): string {
  return dayLabel(dateIn(timeZone, new Date(instant))).replace(
    /^(\w{3})\w* (\d+) (\w{3})\w*$/,
    '$1 $2 $3',
  );
}
