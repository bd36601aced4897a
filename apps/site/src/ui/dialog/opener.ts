let opener: HTMLElement | null = null;

/** Remembers the button that started the call: it is disabled meanwhile, so the browser forgets it. */
export function rememberOpener(element: HTMLElement): void {
  opener = element;
}

/** Returns focus to that button once it is enabled, or to the page when the button is gone. */
export function returnToOpener(): void {
  requestAnimationFrame(() => {
    // The scroll position is kept.
    if (opener?.isConnected) opener.focus({ preventScroll: true });
    else focusPage();
  });
}

function focusPage(): void {
  const main = document.querySelector('main');
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
