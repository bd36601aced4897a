import { describe, expect, it } from 'vitest';
import { fitGrid } from './fit-grid.ts';

describe('fitGrid', () => {
  it.each([
    [1, 1200, 700, 1],
    [2, 1200, 700, 2],
    [2, 360, 640, 1],
    [4, 1200, 700, 2],
    [5, 1200, 700, 3],
    [9, 1200, 700, 3],
    [6, 360, 640, 2],
  ])('lays %i tiles out in %i × %i with %i columns', (count, width, height, columns) => {
    expect(fitGrid(count, width, height).columns).toBe(columns);
  });

  it('never lets tiles overflow their box, and keeps them between 3:4 and 16:9', () => {
    for (let count = 1; count <= 30; count += 1) {
      for (const [width, height] of [
        [320, 480],
        [1440, 820],
        [700, 300],
      ] as const) {
        const tile = fitGrid(count, width, height);
        expect(tile.columns * tile.rows).toBeGreaterThanOrEqual(count);
        expect(tile.columns * (tile.width + 12) - 12).toBeLessThanOrEqual(width);
        expect(tile.rows * (tile.height + 12) - 12).toBeLessThanOrEqual(height);
        if (tile.width < 40) continue;
        expect(tile.width / tile.height).toBeLessThan(16 / 9 + 0.05);
        expect(tile.width / tile.height).toBeGreaterThan(3 / 4 - 0.05);
      }
    }
  });

  it('has no size where there is no room', () => {
    expect(fitGrid(3, 0, 0)).toMatchObject({ width: 0, height: 0 });
  });
});
