const KEY = 'kindlingScroll';
/** For so long a page that is entered may grow: its late sections arrive one by one. */
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
  window.addEventListener('popstate', ({ state }) => {
    const noted: unknown = state?.[KEY];
    if (typeof noted === 'number') returnTo(noted);
  });
}

/** Holds the place while sections above it arrive. */
function returnTo(top: number, frames = FRAMES): void {
  window.scrollTo({ top, behavior: 'instant' });
  if (frames > 0) requestAnimationFrame(() => returnTo(top, frames - 1));
}
