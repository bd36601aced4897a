import { addMonths } from '../calendar/civil-date.ts';
import { dayLabel, monthLabel } from '../calendar/labels.ts';
import { describeFailure } from '../request/failure-strings.ts';
import type { Picker } from './use-picker.ts';

/** One line under the calendar, always in its place: what is free, that it is being looked up, or why it is not known. */
export function PickerStatus({ picker }: { readonly picker: Picker }) {
  const { slots, month, timeZone } = picker;
  const status = month && timeZone ? statusLabel(picker, month, timeZone) : 'Loading the calendar…';
  return (
    <div className="picker-status">
      <p role="status">{status}</p>
      {slots.state === 'failed' ? (
        <button type="button" className="quiet-button" onClick={slots.reload}>
          Try again
        </button>
      ) : null}
      {slots.state === 'ready' && slots.days.size === 0 ? <WayOut picker={picker} /> : null}
    </div>
  );
}

function statusLabel({ slots }: Picker, month: string, timeZone: string): string {
  if (slots.state === 'loading') return `Looking for free times in ${monthLabel(month)}…`;
  if (slots.state === 'failed') return describeFailure(slots.error, timeZone, new Date());
  if (slots.days.size === 0) return `No free times in ${monthLabel(month)}.`;
  return slots.days.size === 1 ? '1 free day.' : `${slots.days.size} free days.`;
}

function WayOut({ picker }: { readonly picker: Picker }) {
  const { slots, month, hasEarlier, jumpTo, turnPage } = picker;
  const { nextDate } = slots;
  if (nextDate !== null) {
    return (
      <button type="button" className="quiet-button" onClick={() => jumpTo(nextDate)}>
        Go to {dayLabel(nextDate)}
      </button>
    );
  }
  if (!hasEarlier || !month) return null;
  return (
    <button type="button" className="quiet-button" onClick={() => turnPage(-1)}>
      Back to {monthLabel(addMonths(month, -1))}
    </button>
  );
}
