import { describe, expect, it } from 'vitest';
import { sectionTop } from './scroll-to-section.ts';

describe('sectionTop', () => {
  it('keeps 80 px above the section', () => {
    expect(sectionTop(500, 0)).toBe(420);
    expect(sectionTop(-200, 1_000)).toBe(720);
  });

  it('never asks for a position above the page', () => {
    expect(sectionTop(30, 0)).toBe(0);
  });
});
