import { ChevronDown, Globe } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { clockLabel } from '../calendar/labels.ts';
import { foundBy, searchZones, type ZoneChoice, zoneChoice, zoneChoices } from './time-zones.ts';
import { useListCursor } from './use-list-cursor.ts';

interface ZonePickerProps {
  /** Null until it has been detected. */
  readonly zone: string | null;
  /** The moment that offsets are shown for. */
  readonly moment: string | null;
  onChange(zone: string): void;
}

/** The visitor's time zone, to be changed by typing a city, a name or an offset. */
export function ZonePicker({ zone, moment, onChange }: ZonePickerProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const at = useMemo(() => (moment ? new Date(moment) : new Date()), [moment]);
  const all = useMemo(() => (open ? zoneChoices(at, zone ? [zone] : []) : []), [open, at, zone]);
  const found = useMemo(() => searchZones(all, typed ?? ''), [all, typed]);
  const start =
    typed === null
      ? Math.max(
          0,
          found.findIndex((choice) => choice.id === zone),
        )
      : 0;
  const cursor = useListCursor(found.length, start, `${open} ${typed}`);
  const active = open ? found[cursor.index] : undefined;

  function close() {
    setOpen(false);
    setTyped(null);
  }

  function choose(choice: ZoneChoice) {
    close();
    onChange(choice.id);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (open) cursor.move(event.key === 'ArrowDown' ? 1 : -1);
      else setOpen(true);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (active) choose(active);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  }

  return (
    <div className="zone">
      <label htmlFor={id} className="zone-label">
        <Globe size={18} aria-hidden="true" />
        Your time zone
      </label>
      <input
        id={id}
        className="input zone-input"
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${id}-${cursor.index}` : undefined}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        disabled={zone === null}
        value={typed ?? (zone ? closedLabel(zone, at) : 'Finding your time zone…')}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ChevronDown className="zone-caret" size={20} aria-hidden="true" />
      <span id={`${id}-hint`} className="sr-only">
        Type a city, a zone or an offset to search.
      </span>
      <span role="status" className="sr-only">
        {open && typed !== null ? countLabel(found.length) : null}
      </span>
      <ZoneList
        id={id}
        open={open}
        found={found}
        cursorIndex={cursor.index}
        at={at}
        typed={typed}
        onChoose={choose}
      />
      {open && found.length === 0 ? <p className="zone-none">No time zone found.</p> : null}
    </div>
  );
}

interface ZoneListProps {
  readonly id: string;
  readonly open: boolean;
  readonly found: readonly ZoneChoice[];
  readonly cursorIndex: number;
  readonly at: Date;
  readonly typed: string | null;
  onChoose(choice: ZoneChoice): void;
}

/** The zones found; keeps the one under the cursor in view. */
function ZoneList({ id, open, found, cursorIndex, at, typed, onChoose }: ZoneListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) list.current?.children[cursorIndex]?.scrollIntoView({ block: 'nearest' });
  }, [open, cursorIndex]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label="Time zones"
      className="zone-list"
      hidden={!open}
    >
      {found.map((choice, index) => (
        <ZoneOption
          key={choice.id}
          id={`${id}-${index}`}
          selected={index === cursorIndex}
          onChoose={() => onChoose(choice)}
          choice={choice}
          at={at}
          typed={typed}
        />
      ))}
    </div>
  );
}

interface ZoneOptionProps {
  readonly id: string;
  readonly choice: ZoneChoice;
  readonly at: Date;
  readonly typed: string | null;
  readonly selected: boolean;
  onChoose(): void;
}

function ZoneOption({ id, choice, at, typed, selected, onChoose }: ZoneOptionProps) {
  const other = foundBy(choice, typed ?? '');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: focus remains in the text field, as the combobox pattern requires
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className="zone-option"
      // Keeps focus in the field, whose blur would close the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span>
        {choice.city}
        {other ? <span className="zone-neighbour"> also {other}</span> : null}
      </span>
      <span className="zone-detail">
        {clockLabel(at.toISOString(), choice.id)}, {choice.offset}
      </span>
    </div>
  );
}

function closedLabel(zone: string, at: Date): string {
  const { city, offset } = zoneChoice(zone, at);
  return `${city} (${offset})`;
}

function countLabel(count: number): string {
  if (count === 0) return 'No time zone found.';
  return count === 1 ? '1 time zone found.' : `${count} time zones found.`;
}
