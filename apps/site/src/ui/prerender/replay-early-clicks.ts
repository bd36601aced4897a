/** Clicks on `[data-replay]` before hydration. */
const early: HTMLElement[] = [];
let stage: 'early' | 'arriving' | 'live' = 'early';

/** Records clicks until `replayEarlyClicks` is called; the first one fetches the app at once. */
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
    // During hydration the page must match the prerendered markup.
    if (stage === 'early') pressed.setAttribute('aria-busy', 'true');
    bringApp().catch((error: unknown) => {
      pressed.removeAttribute('aria-busy');
      early.splice(early.indexOf(pressed), 1);
      console.error('The page could not be brought to life', error);
    });
  };
  document.addEventListener('click', keep, { capture: true });
}

/** Called before hydration: removes the attributes that React does not know. */
export function unmarkEarlyClicks(): void {
  stage = 'arriving';
  for (const pressed of early) pressed.removeAttribute('aria-busy');
}

/** Called once hydrated: replays the clicks in order. */
export function replayEarlyClicks(): void {
  stage = 'live';
  for (const pressed of early.splice(0)) pressed.click();
}
