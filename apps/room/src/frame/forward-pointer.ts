import type { FrameHost } from '@kindling/call';
import type { PageState } from '../state/page-state.ts';
import type { Store } from '../state/store.ts';

const POINTER = [
  'click',
  'mousedown',
  'mouseup',
  'mouseover',
  'mousemove',
  'touchstart',
  'touchmove',
  'touchend',
] as const;

/** Sends the embedding page the tile that was touched. */
export function forwardPointer(
  store: Store<PageState>,
  host: Pick<FrameHost, 'tell' | 'connected'>,
) {
  for (const type of POINTER) {
    const onPointer = ({ target }: Event) => {
      if (!host.connected || !(target instanceof Element)) return;
      const id = target.closest<HTMLElement>('[data-session]')?.dataset.session;
      const participant = store.get().participants.find((one) => one.session_id === id);
      if (participant !== undefined) host.tell(type, { event: { type }, participant });
    };
    document.addEventListener(type, onPointer, { passive: true });
  }
}
