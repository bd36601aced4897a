import { describe, expect, it } from 'vitest';
import { barHeights, barTone, type VisualizerState } from './visualizer-bars.ts';

const base: VisualizerState = { active: true, speaking: false, conversation: 'idle' };
const states = ['idle', 'listening', 'thinking', 'responding'] as const;

describe('barTone', () => {
  it.each([
    [{ ...base, active: false, conversation: 'listening' as const }, 'grey'],
    [base, 'grey'],
    [{ ...base, conversation: 'listening' as const }, 'green'],
    [{ ...base, conversation: 'thinking' as const }, 'yellow'],
    [{ ...base, conversation: 'responding' as const }, 'blue'],
    [{ ...base, speaking: true }, 'blue'],
  ])('%j → %s', (state, tone) => {
    expect(barTone(state)).toBe(tone);
  });
});

describe('barHeights', () => {
  it.each(states)('gives seven heights within the frame at every tick: %s', (conversation) => {
    for (let tick = 0; tick < 500; tick += 1) {
      const heights = barHeights({ ...base, conversation }, tick);
      expect(heights).toHaveLength(7);
      for (const height of heights) {
        expect(height).toBeGreaterThan(0);
        expect(height).toBeLessThanOrEqual(1);
      }
    }
  });

  it('stands still and short before the call', () => {
    const inactive = { ...base, active: false };
    expect(barHeights(inactive, 3)).toEqual(barHeights(inactive, 9));
    expect(Math.max(...barHeights(inactive, 3))).toBeLessThan(Math.max(...barHeights(base, 3)));
  });

  it.each(states)('moves from tick to tick: %s', (conversation) => {
    const state = { ...base, conversation };
    expect(barHeights(state, 1)).not.toEqual(barHeights(state, 2));
  });
});
