import { expect, it } from 'vitest';
import { toPageState } from './to-page-state.ts';

it.each([
  [{}, { least: 1, most: 12 }],
  [{ maxTilesPerPage: 4 }, { least: 1, most: 4 }],
  [{ minTilesPerPage: 20 }, { least: 20, most: 20 }],
  [
    { minTilesPerPage: 2, maxTilesPerPage: 6 },
    { least: 2, most: 6 },
  ],
])('a grid of %j has %j tiles a page', (grid, tilesPerPage) => {
  expect(toPageState({ layoutConfig: { grid } }, ['layoutConfig'])).toEqual({ tilesPerPage });
});

it('a closed sidebar and a silenced sound are settings too', () => {
  expect(
    toPageState({ newParticipantSound: false, sidebarView: null }, [
      ...(['newParticipantSound', 'sidebarView'] as const),
    ]),
  ).toEqual({ arrivalSound: false, sidebar: null });
});
