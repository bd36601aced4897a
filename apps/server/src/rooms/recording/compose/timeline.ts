import type { CapturedTrack } from '../track-files.ts';
import { type Canvas, defaultTiles, portraitTiles, type Tile, wholeCanvas } from './layout.ts';

export type { Canvas };

export interface Layout {
  readonly preset: string;
  readonly [setting: string]: unknown;
}

/** What a composition is made from; kept beside the tracks until it is done. */
export interface Manifest {
  readonly canvas: Canvas;
  readonly fps: number;
  /** `0xRRGGBB`. */
  readonly background: string;
  /** Ms. */
  readonly duration: number;
  /** Video only. */
  readonly tracks: readonly CapturedTrack[];
  /** From `time` on. */
  readonly layouts: readonly { readonly time: number; readonly layout: Layout }[];
  readonly speakers: readonly { readonly time: number; readonly sessionId: string }[];
}

export interface Picture {
  readonly track: CapturedTrack;
  readonly tile: Tile;
}

/** A stretch of time in which the same pictures stand in the same places. */
export interface Scene {
  readonly from: number;
  readonly to: number;
  readonly pictures: readonly Picture[];
}

/** Changes that follow one another faster are one, ms. */
const SHORTEST = 250;
const MAX_CAMERAS = 20;

/** The scenes of a recording in order, from its start to its end without a gap. */
export function planScenes(manifest: Manifest): Scene[] {
  const { duration, tracks, layouts, speakers } = manifest;
  const times = [
    ...tracks.flatMap((track) => [track.offset, track.end]),
    ...layouts.map((one) => one.time),
    ...speakers.map((one) => one.time),
  ];
  const scenes: Scene[] = [];
  for (const [from, to] of stretches(times, duration)) {
    const pictures = arrange(manifest, from, to);
    const before = scenes.at(-1);
    if (before !== undefined && isAlike(before.pictures, pictures)) {
      scenes[scenes.length - 1] = { ...before, to };
    } else scenes.push({ from, to, pictures });
  }
  return scenes;
}

function stretches(times: readonly number[], duration: number): [number, number][] {
  const cuts = [0];
  for (const time of [...times].sort((a, b) => a - b)) {
    if (time - (cuts.at(-1) ?? 0) >= SHORTEST && duration - time >= SHORTEST) cuts.push(time);
  }
  return cuts.map((from, index) => [from, cuts[index + 1] ?? duration]);
}

function arrange(manifest: Manifest, from: number, to: number): Picture[] {
  const middle = (from + to) / 2;
  const present = manifest.tracks.filter(({ offset, end }) => offset <= middle && end > middle);
  const layout = latest(manifest.layouts, middle)?.layout ?? { preset: 'default' };
  const { order, tiles } = place(present, layout, manifest, middle);
  return tiles.flatMap((tile, index) => {
    const track = order[index];
    return track === undefined ? [] : [{ track, tile }];
  });
}

function place(
  present: readonly CapturedTrack[],
  layout: Layout,
  { canvas, speakers }: Manifest,
  time: number,
): { order: readonly CapturedTrack[]; tiles: Tile[] } {
  const chosen = choose(present, layout);
  const screens = chosen.filter((track) => track.track === 'screenVideo');
  const cameras = chosen.filter((track) => track.track !== 'screenVideo').slice(0, limit(layout));
  const both = [...screens, ...cameras];
  if (layout.preset === 'single-participant') {
    const own = both.filter((track) => track.sessionId === layout.session_id);
    return { order: own, tiles: [wholeCanvas(canvas)] };
  }
  if (layout.preset === 'active-participant') {
    const speaker = latest(speakers, time)?.sessionId;
    const one = both.find((track) => track.sessionId === speaker) ?? both[0];
    return { order: one === undefined ? [] : [one], tiles: [wholeCanvas(canvas)] };
  }
  if (layout.preset === 'portrait') {
    return { order: both, tiles: portraitTiles(both.length, layout.variant, canvas) };
  }
  if (layout.preset === 'audio-only') return { order: [], tiles: [] };
  return { order: both, tiles: defaultTiles(screens.length, cameras.length, canvas) };
}

/** `participants.video`: session ids to show; everybody when it is not said, or `*` is among them. */
function choose(present: readonly CapturedTrack[], layout: Layout): readonly CapturedTrack[] {
  const participants = layout.participants;
  const video =
    typeof participants === 'object' && participants !== null && 'video' in participants
      ? participants.video
      : undefined;
  if (!Array.isArray(video) || video.includes('*')) return present;
  return present.filter((track) => video.includes(track.sessionId));
}

function limit(layout: Layout): number {
  const most = layout.max_cam_streams;
  return typeof most === 'number' ? Math.min(MAX_CAMERAS, Math.max(0, most)) : MAX_CAMERAS;
}

function latest<T extends { readonly time: number }>(all: readonly T[], time: number) {
  return all.filter((one) => one.time <= time).at(-1);
}

function isAlike(a: readonly Picture[], b: readonly Picture[]): boolean {
  const key = (all: readonly Picture[]) =>
    JSON.stringify(all.map(({ track, tile }) => [track.name, tile]));
  return key(a) === key(b);
}
