/** Presses on `[data-replay]` that came before the app did. */
const early: HTMLElement[] = [];
let live = false;

/** Keeps presses until `replayPresses` is called; the first one fetches the app at once. */
export function startReplay(bringApp: () => Promise<unknown>): void {
  document.addEventListener('click', (event) => {
    if (live || !(event.target instanceof Element)) return;
    const pressed = event.target.closest<HTMLElement>('[data-replay]');
    if (!pressed || early.includes(pressed)) return;
    event.preventDefault();
    early.push(pressed);
    pressed.setAttribute('aria-busy', 'true');
    bringApp().catch((error: unknown) => {
      pressed.removeAttribute('aria-busy');
      early.splice(early.indexOf(pressed), 1);
      console.error('The page could not be brought to life', error);
    });
  });
}

/** Called once the app listens: repeats what was pressed, in order. */
export function replayPresses(): void {
  live = true;
  for (const pressed of early.splice(0)) {
    pressed.removeAttribute('aria-busy');
    pressed.click();
  }
}
