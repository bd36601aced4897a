import { describe, expect, it } from 'vitest';
import type { CapturedTrack } from '../track-files.ts';
import { defaultTiles, gridTiles } from './layout.ts';
import { type Manifest, planScenes } from './timeline.ts';

function track(sessionId: string, offset: number, end: number, name = 'video'): CapturedTrack {
  const own = { sessionId, offset, end, track: name, name: `${sessionId}-${name}` };
  return { ...own, userName: '', media: 'video', size: 1 };
}

function plan(manifest: Partial<Manifest>) {
  return planScenes({
    canvas: { width: 1_280, height: 720 },
    fps: 25,
    background: '0x1F2D3D',
    duration: 10_000,
    tracks: [],
    layouts: [{ time: 0, layout: { preset: 'default' } }],
    speakers: [],
    ...manifest,
  }).map(({ from, to, pictures }) => [from, to, pictures.map((one) => one.track.name)]);
}

const whole = { x: 0, y: 0, width: 1_280, height: 720 };
const three = [track('a', 0, 10_000), track('b', 0, 10_000), track('a', 0, 10_000, 'screenVideo')];

describe('planScenes', () => {
  it('is one empty scene where nobody was seen', () => {
    expect(plan({})).toEqual([[0, 10_000, []]]);
  });

  it('cuts where a participant comes and goes, without gaps', () => {
    expect(plan({ tracks: [track('a', 1_000, 6_000), track('b', 3_000, 10_000)] })).toEqual([
      [0, 1_000, []],
      [1_000, 3_000, ['a-video']],
      [3_000, 6_000, ['a-video', 'b-video']],
      [6_000, 10_000, ['b-video']],
    ]);
  });

  it('does not cut for moments', () => {
    expect(plan({ tracks: [track('a', 100, 9_900)] })).toEqual([[0, 10_000, ['a-video']]]);
  });

  it.each([
    [{ preset: 'default' }, ['a-screenVideo', 'a-video', 'b-video']],
    [{ preset: 'default', max_cam_streams: 1 }, ['a-screenVideo', 'a-video']],
    [{ preset: 'default', participants: { video: ['b'] } }, ['b-video']],
    [
      { preset: 'default', participants: { video: ['*'] } },
      ['a-screenVideo', 'a-video', 'b-video'],
    ],
    [{ preset: 'single-participant', session_id: 'b' }, ['b-video']],
    [{ preset: 'single-participant', session_id: 'nobody' }, []],
    [{ preset: 'portrait' }, ['a-screenVideo', 'a-video', 'b-video']],
    [{ preset: 'portrait', variant: 'inset' }, ['a-screenVideo', 'a-video']],
    [{ preset: 'audio-only' }, []],
  ])('%j shows %j', (layout, names) => {
    expect(plan({ tracks: three, layouts: [{ time: 0, layout }] })).toEqual([[0, 10_000, names]]);
  });

  it('follows who speaks, and a layout that was changed', () => {
    const tracks = [track('a', 0, 10_000), track('b', 0, 10_000)];
    expect(
      plan({
        tracks,
        layouts: [
          { time: 0, layout: { preset: 'active-participant' } },
          { time: 8_000, layout: { preset: 'default' } },
        ],
        speakers: [
          { time: 2_000, sessionId: 'b' },
          { time: 5_000, sessionId: 'a' },
        ],
      }),
    ).toEqual([
      [0, 2_000, ['a-video']],
      [2_000, 5_000, ['b-video']],
      [5_000, 8_000, ['a-video']],
      [8_000, 10_000, ['a-video', 'b-video']],
    ]);
  });
});

describe('tiles', () => {
  it.each([1, 2, 3, 5, 9, 20])('%i of a grid lie within the canvas and apart', (count) => {
    const tiles = gridTiles(count, whole);
    expect(tiles).toHaveLength(count);
    tiles.forEach((tile, index) => {
      for (const value of Object.values(tile)) expect(value % 2).toBe(0);
      expect(tile.x + tile.width).toBeLessThanOrEqual(1_280);
      expect(tile.y + tile.height).toBeLessThanOrEqual(720);
      for (const other of tiles.slice(index + 1)) {
        const apart =
          tile.x + tile.width <= other.x ||
          other.x + other.width <= tile.x ||
          tile.y + tile.height <= other.y ||
          other.y + other.height <= tile.y;
        expect(apart).toBe(true);
      }
    });
  });

  it('gives a shared screen most of the canvas', () => {
    const [screen, camera] = defaultTiles(1, 1, whole);
    expect(screen?.width).toBeGreaterThan(1_000);
    expect(camera?.x).toBeGreaterThanOrEqual((screen?.x ?? 0) + (screen?.width ?? 0));
    expect((camera?.x ?? 0) + (camera?.width ?? 0)).toBeLessThanOrEqual(1_280);
  });
});
