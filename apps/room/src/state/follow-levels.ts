import type { RoomCall } from '../call/room-call.ts';
import type { PageState } from './page-state.ts';
import type { Store } from './store.ts';

/** Audio level, 0 to 1, from which a participant counts as speaking. */
const SPEECH = 0.01;
/** Keeps the highlight during short pauses between words, ms. */
const HOLD_MS = 700;

/** Tracks who is speaking; changes the state only when a participant starts or stops. */
export function followLevels(call: RoomCall, store: Store<PageState>): () => void {
  const lastHeard = new Map<string, number>();
  const update = (levels: Readonly<Record<string, number>>, now = performance.now()) => {
    for (const [id, level] of Object.entries(levels)) if (level > SPEECH) lastHeard.set(id, now);
    for (const [id, at] of lastHeard) if (now - at > HOLD_MS) lastHeard.delete(id);
    const before = store.get().speakingIds;
    if (before.size === lastHeard.size && [...lastHeard.keys()].every((id) => before.has(id)))
      return;
    store.set({ speakingIds: new Set(lastHeard.keys()) });
  };
  const onRemote = (event: { participantsAudioLevel: Readonly<Record<string, number>> }) =>
    update(event.participantsAudioLevel);
  const onLocal = ({ audioLevel }: { audioLevel: number }) =>
    update({ local: call.localAudio() ? audioLevel : 0 });
  call.on('remote-participants-audio-level', onRemote);
  call.on('local-audio-level', onLocal);
  return () => {
    call.off('remote-participants-audio-level', onRemote);
    call.off('local-audio-level', onLocal);
  };
}
