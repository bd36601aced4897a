const KEY = 'kindlingScroll';
/** How many frames a page may keep growing after it is entered: its lazy sections arrive one by one. */
const FRAMES = 30;

/**
 * Stores the scroll position in the current history entry; called before another entry is added.
 * Browsers do so by themselves, but restore it before the entered page has its height, and not where a
 * smooth scroll is still under way.
 */
export function noteScroll(): void {
  const { scrollY, history } = window;
  history.replaceState({ ...history.state, [KEY]: scrollY }, '');
}

/** Makes Back return to the scroll position. Called once. */
export function startScrollMemory(): void {
  window.addEventListener('popstate', () => holdPlace(FRAMES));
}

/** Keeps the stored position of the current entry while sections above it load; another entry ends that. */
function holdPlace(frames: number): void {
  const top: unknown = window.history.state?.[KEY];
  if (typeof top !== 'number' || frames === 0) return;
  window.scrollTo({ top, behavior: 'instant' });
  requestAnimationFrame(() => holdPlace(frames - 1));
}
