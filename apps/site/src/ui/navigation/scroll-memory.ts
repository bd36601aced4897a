const KEY = 'kindlingScroll';
/** How many frames a page may keep growing after it is entered: its lazy sections arrive one by one. */
const FRAMES = 30;

/**
 * Notes in the current entry of the history where the visitor is; called before another entry is made.
 * Browsers do so by themselves, but return before a page that is entered has its height, and not where a
 * smooth scroll is still under way.
 */
export function noteScroll(): void {
  const { scrollY, history } = window;
  history.replaceState({ ...history.state, [KEY]: scrollY }, '');
}

/** Back returns to where the visitor was. Called once. */
export function startScrollMemory(): void {
  window.addEventListener('popstate', () => holdPlace(FRAMES));
}

/** Holds the noted place of the current entry while sections above it arrive; another entry ends that. */
function holdPlace(frames: number): void {
  const top: unknown = window.history.state?.[KEY];
  if (typeof top !== 'number' || frames === 0) return;
  window.scrollTo({ top, behavior: 'instant' });
  requestAnimationFrame(() => holdPlace(frames - 1));
}
