/** Where two slides stand side by side; the style sheet has the same width. */
export const WIDE_BOOK = '(min-width: 48rem)';

/** Slides that a view of `perView` shows when `first` is at its start: it wraps around. */
export function slidesFrom(first: number, perView: number, count: number): readonly number[] {
  return Array.from({ length: Math.min(perView, count) }, (_, step) => (first + step) % count);
}

/** First slides of the dots: one dot for every `perView` slides. */
export function dotStarts(count: number, perView: number): readonly number[] {
  return Array.from({ length: Math.ceil(count / perView) }, (_, dot) => dot * perView);
}

/** The label of a dot's button: the slides it shows when `inView` are visible at a time, counted from 1. */
export function dotLabel(start: number, inView: number, count: number): string {
  const numbers = slidesFrom(start, inView, count).map((slide) => slide + 1);
  return `Go to testimonial${numbers.length > 1 ? 's' : ''} ${numbers.join(' and ')}`;
}

/** The dot of the slide at the view's start. */
export function dotOf(first: number, perView: number): number {
  return Math.floor(first / perView);
}
