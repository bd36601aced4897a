import { describe, expect, it } from 'vitest';
import { serviceOfInterest } from './service-of-interest.ts';

describe('serviceOfInterest', () => {
  it('reads the preselected service', () => {
    expect(serviceOfInterest({ preselectedService: 'plugins' })).toBe('Plugins');
  });

  it.each([null, undefined, 'plugins', {}, { preselectedService: 3 }, { preselectedService: 'x' }])(
    'ignores %j',
    (state) => {
      expect(serviceOfInterest(state)).toBeNull();
    },
  );
});
