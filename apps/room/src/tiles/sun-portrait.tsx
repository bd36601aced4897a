import { initials, toneOf } from '../state/people.ts';

const TONES = ['amber', 'pine', 'ember', 'dusk', 'oat'] as const;

/** A woodcut sunrise in the participant's colour, with their initials in the sun. */
export function SunPortrait({ name }: { readonly name: string }) {
  return (
    <div className="portrait" data-tone={TONES[toneOf(name, TONES.length)]} aria-hidden="true">
      <div className="portrait-rays" />
      <div className="portrait-sun">{initials(name)}</div>
      <div className="portrait-hill" />
    </div>
  );
}
