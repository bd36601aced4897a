import type { Slot } from '@kindling/protocol/scheduling';
import { ArrowLeft, CalendarDays, List } from 'lucide-react';
import { useState } from 'react';
import { dateIn } from '../calendar/civil-date.ts';
import { dayLabel, zoneLabel } from '../calendar/labels.ts';
import { StepHeading } from '../components/step-heading.tsx';
import { DayGrid } from './day-grid.tsx';
import { DayList } from './day-list.tsx';
import { MonthNav } from './month-nav.tsx';
import { PickerStatus } from './picker-status.tsx';
import { TimeList } from './time-list.tsx';
import type { Picker } from './use-picker.ts';

interface SlotPickerProps {
  readonly picker: Picker;
  /** Whether its first heading takes the focus: not when the page has just been opened. */
  readonly focus: boolean;
  onChoose(slot: Slot): void;
}

/** First a day, then one of its times; or both from a list. */
export function SlotPicker({ picker, focus, onChoose }: SlotPickerProps) {
  const { day, timeZone } = picker;
  const [lastDay, setLastDay] = useState<string | null>(null);
  if (day !== null && timeZone !== null) {
    const leave = () => {
      setLastDay(day);
      picker.leaveDay();
    };
    return (
      <TimesOfDay picker={picker} day={day} timeZone={timeZone} onChoose={onChoose} leave={leave} />
    );
  }
  const switchView = () => {
    setLastDay(null);
    picker.setView(picker.view === 'list' ? 'month' : 'list');
  };
  const atHeading = focus && lastDay === null;
  return (
    <DayChoice
      picker={picker}
      switchView={switchView}
      onChoose={onChoose}
      focus={atHeading}
      returnTo={lastDay}
    />
  );
}

interface TimesOfDayProps {
  readonly picker: Picker;
  readonly day: string;
  readonly timeZone: string;
  onChoose(slot: Slot): void;
  leave(): void;
}

function TimesOfDay({ picker, day, timeZone, onChoose, leave }: TimesOfDayProps) {
  const { slots, byVisitor } = picker;
  const free = slots.days.get(day) ?? [];
  return (
    <section className="step" aria-labelledby="times-title">
      <button type="button" className="quiet-button" onClick={leave}>
        <ArrowLeft size={18} aria-hidden="true" />
        Choose a different date
      </button>
      <StepHeading id="times-title" focus={byVisitor}>
        {dayLabel(day)}
      </StepHeading>
      <p className="step-note">Times in {zoneLabel(timeZone, picker.moment ?? day)} time.</p>
      <TimeList slots={free} timeZone={timeZone} onChoose={onChoose} />
      {free.length === 0 ? <NoTimes picker={picker} /> : null}
    </section>
  );
}

function NoTimes({ picker }: { readonly picker: Picker }) {
  if (picker.slots.state !== 'ready') return <PickerStatus picker={picker} />;
  return <p role="status">No times are left on this day.</p>;
}

interface DayChoiceProps {
  readonly picker: Picker;
  readonly focus: boolean;
  readonly returnTo: string | null;
  switchView(): void;
  onChoose(slot: Slot): void;
}

function DayChoice({ picker, focus, returnTo, switchView, onChoose }: DayChoiceProps) {
  const { month, timeZone, view, slots } = picker;
  const asList = view === 'list';
  const timesOn = (date: string) => slots.days.get(date)?.length ?? 0;
  return (
    <section className="step" aria-labelledby="day-title">
      <StepHeading id="day-title" focus={focus}>
        Choose a day
      </StepHeading>
      <button type="button" className="quiet-button view-switch" onClick={switchView}>
        {asList ? (
          <CalendarDays size={18} aria-hidden="true" />
        ) : (
          <List size={18} aria-hidden="true" />
        )}
        {asList ? 'Show as a calendar' : 'Show as a list'}
      </button>
      <MonthNav picker={picker} />
      <div className="days">
        {asList && timeZone ? (
          <DayList key={month} picker={picker} timeZone={timeZone} onChoose={onChoose} />
        ) : (
          <DayGrid
            month={month}
            timesOn={timesOn}
            today={timeZone ? dateIn(timeZone, new Date()) : ''}
            loading={slots.state === 'loading'}
            returnTo={returnTo}
            onChoose={picker.chooseDay}
          />
        )}
      </div>
      <PickerStatus picker={picker} />
    </section>
  );
}
