import { describe, expect, it } from 'vitest';
import { cityOf, foundBy, searchZones, zoneChoices } from './time-zones.ts';

const choices = zoneChoices(new Date('2026-11-02T14:00:00Z'));
const found = (typed: string) => searchZones(choices, typed).map((choice) => choice.id);

describe('searchZones', () => {
  it.each([
    ['new y', 'America/New_York'],
    ['Boston', 'America/New_York'],
    ['LOS ANG', 'America/Los_Angeles'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['sao', 'America/Sao_Paulo'],
    ['Kyiv', 'Europe/Kiev'],
    ['zurich', 'Europe/Zurich'],
    ['mumbai', 'Asia/Calcutta'],
    ['utc', 'UTC'],
  ])('finds %j first', (typed, zone) => {
    const modern = { 'Europe/Kiev': 'Europe/Kyiv', 'Asia/Calcutta': 'Asia/Kolkata' }[zone];
    expect([zone, modern]).toContain(found(typed)[0]);
  });

  it('finds zones by their name and their offset', () => {
    expect(found('eastern')).toContain('America/New_York');
    expect(found('-5')).toContain('America/New_York');
    expect(found('UTC-05')).toContain('America/New_York');
    expect(found('gmt+5:45').map(cityOf)).toEqual(['Kathmandu']);
    expect(found('+1')).not.toContain('Asia/Tokyo');
  });

  it('finds nothing for nonsense, and everything for nothing', () => {
    expect(found('xyzzy')).toEqual([]);
    expect(found('  ')).toHaveLength(choices.length);
  });

  it('shows by which other city a zone was found', () => {
    const newYork = choices.find(({ id }) => id === 'America/New_York');
    expect(newYork && foundBy(newYork, 'bost')).toBe('Boston');
    expect(newYork && foundBy(newYork, 'new')).toBeNull();
  });
});

describe('zoneChoices', () => {
  it('knows every zone by a city, with the offset of that moment', () => {
    expect(choices.length).toBeGreaterThan(300);
    const summer = zoneChoices(new Date('2026-07-01T12:00:00Z'));
    const offset = (list: typeof choices) =>
      list.find(({ id }) => id === 'America/New_York')?.offset;
    expect([offset(choices), offset(summer)]).toEqual(['UTC−5', 'UTC−4']);
  });

  it('keeps a zone that this runtime does not list', () => {
    const withIt = zoneChoices(new Date(), ['US/Eastern']);
    expect(withIt.map(({ id }) => id)).toContain('US/Eastern');
  });
});
