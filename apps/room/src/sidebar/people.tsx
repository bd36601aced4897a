import type { Participant } from '@kindling/call';
import { Check, Mic, MicOff, UserX, X } from 'lucide-react';
import { useState } from 'react';
import { fill } from '../lang/fill.ts';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';
import { displayName, mayAdminister } from '../state/people.ts';
import { SunPortrait } from '../tiles/sun-portrait.tsx';

/** Participants, and those who wait to be admitted. */
export function People() {
  const participants = usePageState((state) => state.participants);
  const local = participants.find((one) => one.local);
  const hosts = local !== undefined && mayAdminister(local);
  return (
    <div className="sidebar-body">
      {hosts ? <Waiting /> : null}
      <ul className="people-list">
        {participants.map((one) => (
          <Person key={one.session_id} person={one} hosts={hosts} />
        ))}
      </ul>
    </div>
  );
}

/** The pressed button disappears; focus moves to the list's title. */
function keepKeyboard(): void {
  document.querySelector<HTMLElement>('#sidebar-title')?.focus();
}

function Person({ person, hosts }: { readonly person: Participant; readonly hosts: boolean }) {
  const { actions } = usePage();
  const strings = useStrings();
  const name = displayName(person, strings.guest);
  const mayAct = hosts && !person.local;
  return (
    <li className="person">
      <span className="person-sun">
        <SunPortrait name={name} />
      </span>
      <span className="person-name">
        <span className="person-words" dir="auto">
          {name}
        </span>
        <small>
          {[person.local ? strings.you : '', person.owner ? strings.host : '']
            .filter(Boolean)
            .join(', ')}
        </small>
      </span>
      {mayAct && person.audio ? (
        <button
          type="button"
          className="round-button"
          aria-label={fill(strings.mutePerson, { name })}
          title={fill(strings.mutePerson, { name })}
          onClick={() => {
            actions.mute(person.session_id);
            keepKeyboard();
          }}
        >
          <Mic size={18} aria-hidden="true" />
        </button>
      ) : (
        <span className="person-mark">
          {person.audio ? (
            <Mic size={18} aria-hidden="true" />
          ) : (
            <>
              <MicOff size={18} aria-hidden="true" />
              <span className="sr-only">{strings.micIsOff}</span>
            </>
          )}
        </span>
      )}
      {mayAct ? (
        <RemoveButton
          label={fill(strings.removePerson, { name })}
          onRemove={() => {
            actions.remove(person.session_id);
            keepKeyboard();
          }}
        />
      ) : null}
    </li>
  );
}

interface RemoveButtonProps {
  readonly label: string;
  readonly onRemove: () => void;
}

/** A removed participant cannot come back: the first press asks, the second one removes. */
function RemoveButton({ label, onRemove }: RemoveButtonProps) {
  const [sure, setSure] = useState(false);
  return (
    <button
      type="button"
      className={sure ? 'small-button small-button-alarm' : 'round-button'}
      aria-label={label}
      title={label}
      onClick={() => (sure ? onRemove() : setSure(true))}
      onBlur={() => setSure(false)}
    >
      <UserX size={18} aria-hidden="true" />
      {sure ? <span role="status">{label}</span> : null}
    </button>
  );
}

function Waiting() {
  const { actions } = usePage();
  const strings = useStrings();
  const waiting = usePageState((state) => state.waiting);
  if (waiting.length === 0) return null;
  return (
    <section className="waiting-list" aria-label={strings.waitingToJoin}>
      <h3>{strings.waitingToJoin}</h3>
      <ul>
        {waiting.map(({ id, name }) => (
          <li key={id} className="waiting-person">
            <span className="person-words">{name || strings.guest}</span>
            <span className="waiting-choices">
              <button
                type="button"
                className="small-button small-button-ember"
                onClick={() => {
                  actions.decide(id, true);
                  keepKeyboard();
                }}
              >
                <Check size={16} aria-hidden="true" />
                {strings.admit}
                <span className="sr-only">: {name || strings.guest}</span>
              </button>
              <button
                type="button"
                className="small-button"
                onClick={() => {
                  actions.decide(id, false);
                  keepKeyboard();
                }}
              >
                <X size={16} aria-hidden="true" />
                {strings.decline}
                <span className="sr-only">: {name || strings.guest}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
