import type { Participant } from '@kindling/call';
import type { ReactNode } from 'react';
import { usePageState, useStrings } from '../state/page-context.ts';
import { Tile } from './tile.tsx';

interface SpotlightProps {
  readonly children: ReactNode;
  /** The participants in the bar beside it. */
  readonly people: readonly Participant[];
}

/** One large tile, and the participants small in a bar beside it. */
export function Spotlight({ children, people }: SpotlightProps) {
  const strings = useStrings();
  const showBar = usePageState((state) => state.showParticipantsBar);
  return (
    <div className="spotlight">
      <div className="spotlight-main">{children}</div>
      {showBar && people.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        <ul className="people-bar" tabIndex={0} aria-label={strings.people}>
          {people.map((one) => (
            <li key={one.session_id}>
              <Tile participant={one} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
