/** Where two slides stand side by side; the style sheet has the same width. */
export const WIDE_BOOK = '(min-width: 48rem)';

/** Slides that a view of `perView` shows when `first` is at its start: it goes round. */
export function slidesFrom(first: number, perView: number, count: number): readonly number[] {
  return Array.from({ length: Math.min(perView, count) }, (_, step) => (first + step) % count);
}

/** First slides of the dots: one dot for every `perView` slides. */
export function dotStarts(count: number, perView: number): readonly number[] {
  return Array.from({ length: Math.ceil(count / perView) }, (_, dot) => dot * perView);
}

/** What a dot's button says: the slides that it shows where `inView` are seen at a time, as people count. */
export function dotLabel(start: number, inView: number, count: number): string {
  const numbers = slidesFrom(start, inView, count).map((slide) => slide + 1);
  return `Go to testimonial${numbers.length > 1 ? 's' : ''} ${numbers.join(' and ')}`;
}

/** The dot of the slide at the view's start. */
export function dotOf(first: number, perView: number): number {
  return Math.floor(first / perView);
}
