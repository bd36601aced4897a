import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addMonths } from '../calendar/civil-date.ts';
import { monthLabel } from '../calendar/labels.ts';
import type { Picker } from './use-picker.ts';

/** Moves through the months. The buttons remain focusable at both ends, so that keyboard focus is not lost. */
export function MonthNav({ picker }: { readonly picker: Picker }) {
  const { month, hasEarlier, hasLater, turnPage, slots } = picker;
  return (
    <div className="month-nav">
      <p className="month-name" aria-live="polite">
        {month ? monthLabel(month) : ' '}
      </p>
      {slots.state === 'loading' ? <span className="spinner" aria-hidden="true" /> : null}
      <button
        type="button"
        className="icon-button"
        aria-label={month ? `Earlier: ${monthLabel(addMonths(month, -1))}` : 'Earlier month'}
        aria-disabled={!hasEarlier}
        onClick={() => hasEarlier && turnPage(-1)}
      >
        <ChevronLeft size={22} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={month ? `Later: ${monthLabel(addMonths(month, 1))}` : 'Later month'}
        aria-disabled={!hasLater}
        onClick={() => hasLater && turnPage(1)}
      >
        <ChevronRight size={22} aria-hidden="true" />
      </button>
    </div>
  );
}
