import type { PageState, Toast } from './page-state.ts';
import type { Store } from './store.ts';

const SHOWN_MS = 6_000;
/** Longer texts are shown longer. */
const PER_CHARACTER_MS = 80;
const MOST = 3;
let nextId = 1;

/** Shows a toast; it disappears by itself. */
export function showToast(
  store: Store<PageState>,
  text: string,
  tone: Toast['tone'] = 'calm',
): void {
  const toast = { id: nextId++, text, tone };
  store.set({ toasts: [...store.get().toasts, toast].slice(-MOST) });
  setTimeout(
    () => dismissToast(store, toast.id),
    Math.max(SHOWN_MS, text.length * PER_CHARACTER_MS),
  );
}

export function dismissToast(store: Store<PageState>, id: number): void {
  store.set({ toasts: store.get().toasts.filter((toast) => toast.id !== id) });
}
