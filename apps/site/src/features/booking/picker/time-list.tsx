import type { Slot } from '@kindling/protocol/scheduling';
import { clockLabel, isMorning, timeLabel } from '../calendar/labels.ts';

interface TimeListProps {
  readonly slots: readonly Slot[];
  readonly timeZone: string;
  /** The booking's present time, when it is being moved. */
  readonly chosen?: string | null;
  onChoose(slot: Slot): void;
}

/** The times of a day, before and after noon. */
export function TimeList({ slots, timeZone, chosen = null, onChoose }: TimeListProps) {
  const halves = [
    { name: 'Morning', slots: slots.filter((slot) => isMorning(slot.startsAt, timeZone)) },
    { name: 'Afternoon', slots: slots.filter((slot) => !isMorning(slot.startsAt, timeZone)) },
  ].filter((half) => half.slots.length > 0);
  return halves.map((half) => (
    <div key={half.name} className="half-day">
      <h3 className="half-name">{half.name}</h3>
      <ul className="times">
        {half.slots.map((slot) => (
          <li key={slot.startsAt}>
            <button
              type="button"
              className="time"
              aria-label={timeLabel(slot.startsAt, timeZone)}
              aria-current={slot.startsAt === chosen ? 'true' : undefined}
              onClick={() => onChoose(slot)}
            >
              {clockLabel(slot.startsAt, timeZone)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  ));
}
