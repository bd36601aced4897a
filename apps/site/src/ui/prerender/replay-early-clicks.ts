/** Presses on `[data-replay]` that came before the app did. */
const early: HTMLElement[] = [];
let stage: 'early' | 'arriving' | 'live' = 'early';

/** Keeps presses until `replayPresses` is called; the first one fetches the app at once. */
export function recordEarlyClicks(bringApp: () => Promise<unknown>): void {
  const keep = (event: MouseEvent): void => {
    if (stage === 'live' || !(event.target instanceof Element)) return;
    const pressed = event.target.closest<HTMLElement>('[data-replay]');
    if (!pressed) return;
    event.preventDefault();
    // React must not see it, too: it would handle it twice, or drop it while a lazy page is loading.
    event.stopPropagation();
    if (early.includes(pressed)) return;
    early.push(pressed);
    // Once React compares the page with its own picture of it, the page must be as it was made.
    if (stage === 'early') pressed.setAttribute('aria-busy', 'true');
    bringApp().catch((error: unknown) => {
      pressed.removeAttribute('aria-busy');
      early.splice(early.indexOf(pressed), 1);
      console.error('The page could not be brought to life', error);
    });
  };
  document.addEventListener('click', keep, { capture: true });
}

/** Called before the app takes the page over: leaves no mark on it that the app does not know. */
export function unmarkEarlyClicks(): void {
  stage = 'arriving';
  for (const pressed of early) pressed.removeAttribute('aria-busy');
}

/** Called once the app listens: repeats what was pressed, in order. */
export function replayEarlyClicks(): void {
  stage = 'live';
  for (const pressed of early.splice(0)) pressed.click();
}
