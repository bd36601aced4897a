import type { Participant } from '@kindling/call';
import type { RoomCall } from '../call/room-call.ts';
import type { PageState } from './page-state.ts';
import { wasHereBefore } from './people.ts';
import type { Store } from './store.ts';

/** Plays a sound when a participant joins, as the embedding page set it. Returns a function that stops it. */
export function followArrivals(
  call: RoomCall,
  store: Store<PageState>,
  play: () => void,
): () => void {
  const onJoined = ({ participant }: { participant: Participant }) => {
    const { arrivalSound, stage } = store.get();
    const everybody = call.participants();
    if (stage.name !== 'call' || wasHereBefore(participant, everybody)) return;
    const most = typeof arrivalSound === 'number' ? arrivalSound : arrivalSound ? Infinity : 0;
    if (Object.keys(everybody).length <= most) play();
  };
  call.on('participant-joined', onJoined);
  return () => void call.off('participant-joined', onJoined);
}
