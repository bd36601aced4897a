import { describe, expect, it } from 'vitest';
import { createVisitorOf, networkOf } from './visitor.ts';

describe('a visitor', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::FFFF:c633:6407', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('of an exempt network is nobody', () => {
    const visitorOf = createVisitorOf(['10.1.0.0/16', '2001:db8::/32']);
    expect(visitorOf('10.1.2.3')).toBeNull();
    expect(visitorOf('::ffff:10.1.2.3')).toBeNull();
    expect(visitorOf('2001:db8:7::1')).toBeNull();
    expect(visitorOf('10.2.0.1')).toBe('10.2.0.1');
    expect(visitorOf('2001:db9::1')).toBe('2001:db9:0:0::/64');
    expect(visitorOf('nonsense')).toBe('nonsense');
  });
});
