import type { Participant } from '@kindling/call';
import { MicOff } from 'lucide-react';
import { Video } from '../components/video.tsx';
import { fill } from '../lang/fill.ts';
import { usePageState, useStrings } from '../state/page-context.ts';
import { displayName } from '../state/people.ts';
import { SunPortrait } from './sun-portrait.tsx';

interface TileProps {
  readonly participant: Participant;
  /** The camera, or the screen. */
  readonly shows?: 'video' | 'screenVideo';
}

/** One participant: their video, or a rising sun with their initials. */
export function Tile({ participant, shows = 'video' }: TileProps) {
  const strings = useStrings();
  const namesMode = usePageState((state) => state.namesMode);
  const id = participant.local ? 'local' : participant.session_id;
  const heard = usePageState((state) => state.speakingIds.has(id));
  const name = displayName(participant, strings.guest);
  const isScreen = shows === 'screenVideo';
  const { state, track } = participant.tracks[shows];
  const pictured = state === 'playable' && track !== undefined;
  const speaking = heard && !isScreen;
  const label = isScreen
    ? fill(strings.screenOf, { name })
    : participant.local
      ? `${name} (${strings.you})`
      : name;
  return (
    <figure
      className="tile"
      data-speaking={speaking}
      data-picture={pictured && !isScreen}
      data-names={namesMode === false ? 'hover' : namesMode}
      data-session={participant.session_id}
    >
      {pictured ? (
        <Video track={track} mirrored={participant.local && !isScreen} whole={isScreen} />
      ) : (
        <SunPortrait name={name} />
      )}
      <figcaption className="tile-name">
        <span dir="auto">{label}</span>
        {participant.audio || isScreen ? null : (
          <>
            <MicOff size={15} aria-hidden="true" />
            <span className="sr-only">{strings.micIsOff}</span>
          </>
        )}
      </figcaption>
      {participant.audio || isScreen ? null : (
        <span className="tile-muted" aria-hidden="true">
          <MicOff size={15} />
        </span>
      )}
    </figure>
  );
}
