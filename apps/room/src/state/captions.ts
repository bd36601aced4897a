import type { PageState } from './page-state.ts';
import { displayName } from './people.ts';
import type { Store } from './store.ts';

const SHOWN_MS = 7_000;
const MOST = 3;
let nextId = 1;

/** Adds a caption; it disappears after the time needed to read it. */
export function addCaption(store: Store<PageState>, participantId: string, text: string): void {
  const { participants, captions, strings } = store.get();
  const speaker = participants.find((one) => one.session_id === participantId);
  const name = speaker === undefined ? strings.guest : displayName(speaker, strings.guest);
  const id = nextId++;
  store.set({ captions: [...captions, { id, name, text }].slice(-MOST) });
  setTimeout(() => {
    store.set({ captions: store.get().captions.filter((line) => line.id !== id) });
  }, SHOWN_MS);
}
