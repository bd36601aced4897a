import { SCROLL_OFFSET_PX } from '@kindling/protocol/constants';

/** Scroll position, in CSS pixels from the top of the page, that shows a section below the header. */
export function sectionTop(rectTop: number, scrollY: number): number {
  return Math.max(0, rectTop + scrollY - SCROLL_OFFSET_PX);
}

/** Smooth, unless the visitor asked for less motion. */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

export function hasSection(id: string): boolean {
  return document.getElementById(id) !== null;
}

/** Scrolls to the element with this id and moves focus there. False when the page has none. */
export function scrollToSection(id: string): boolean {
  const section = document.getElementById(id);
  if (!section) return false;
  const top = sectionTop(section.getBoundingClientRect().top, window.scrollY);
  window.scrollTo({ top, behavior: scrollBehavior() });
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  return true;
}

export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
}
