let opener: HTMLElement | null = null;

/** Remembers the button that started the call: it is disabled meanwhile, so the browser forgets it. */
export function rememberOpener(element: HTMLElement): void {
  opener = element;
}

/** Gives the keyboard back to that button once it can take it. */
export function returnToOpener(): void {
  const back = opener;
  opener = null;
  if (back?.isConnected) requestAnimationFrame(() => back.focus());
}
