import { pages } from './bring-page.ts';

const KEY = 'kindlingScroll';
/** How many frames a page may keep growing once all its parts are there. */
const FRAMES = 30;
/** What a visitor does who wants to be somewhere else. */
const ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

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
  window.addEventListener('popstate', () => {
    const visitor = new AbortController();
    const { signal } = visitor;
    for (const act of ACTS) window.addEventListener(act, () => visitor.abort(), { signal });
    const hold = () => holdPlace(FRAMES, visitor);
    // The page that is left remains until the code of the entered one is there.
    pages.bring(window.location.pathname, () => Promise.resolve()).then(hold, hold);
  });
}

/**
 * Keeps the stored position of the current entry while parts of the page load, however long that takes; another
 * entry ends that, and the visitor.
 */
function holdPlace(frames: number, visitor: AbortController): void {
  const top: unknown = window.history.state?.[KEY];
  if (visitor.signal.aborted) return;
  if (typeof top !== 'number' || frames === 0) {
    visitor.abort();
    return;
  }
  window.scrollTo({ top, behavior: 'instant' });
  const isComing = document.querySelector('[data-coming]') !== null;
  requestAnimationFrame(() => holdPlace(isComing ? FRAMES : frames - 1, visitor));
}
