import type { MouseEvent } from 'react';

/** New tab, new window, download: left to the browser. */
export function opensElsewhere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  return (
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (target !== '' && target !== '_self')
  );
}
