import { describe, expect, it } from 'vitest';
import { dotLabel, dotOf, dotStarts, slidesFrom } from './carousel-stops.ts';

describe('three testimonials, two at a time', () => {
  it('has two dots, and the second pair goes round to the first slide', () => {
    expect(dotStarts(3, 2)).toEqual([0, 2]);
    expect(slidesFrom(0, 2, 3)).toEqual([0, 1]);
    expect(slidesFrom(2, 2, 3)).toEqual([2, 0]);
    expect([0, 2].map((start) => dotLabel(start, 2, 3))).toEqual([
      'Go to testimonials 1 and 2',
      'Go to testimonials 3 and 1',
    ]);
  });

  it('keeps the first dot while its second slide is in front, as on a phone', () => {
    expect([0, 1, 2].map((first) => dotOf(first, 2))).toEqual([0, 0, 1]);
  });
});

describe('three testimonials, one at a time', () => {
  it('has three dots, current index 0 to 2', () => {
    expect(dotStarts(3, 1)).toEqual([0, 1, 2]);
    expect([0, 1, 2].map((first) => dotOf(first, 1))).toEqual([0, 1, 2]);
    expect(dotLabel(2, 1, 3)).toBe('Go to testimonial 3');
  });
});

it('never shows a slide twice at once', () => {
  expect(slidesFrom(0, 2, 1)).toEqual([0]);
});
