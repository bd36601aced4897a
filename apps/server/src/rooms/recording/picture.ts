import { RoomError } from '@kindling/media/room-error';
import type { RoomRequests } from '@kindling/protocol/room';
import type { z } from 'zod';
import type { Canvas, Layout, Manifest } from './compose/timeline.ts';

/** How the film of a recording looks. */
export type Picture = Pick<Manifest, 'canvas' | 'fps' | 'background'>;

type Params = z.output<RoomRequests['start-recording']>;

const HD: Canvas = { width: 1_280, height: 720 };
const DARK_BLUE = '0x1F2D3D';
const FPS = 25;
const LAYOUTS = ['default', 'single-participant', 'active-participant', 'portrait', 'audio-only'];
const RAW_LAYOUTS = ['default', 'raw-tracks-audio-only'];

/** @throws a `RoomError` that names the field at fault */
export function readLayout(layout: Layout | undefined, type: Params['type']): Layout {
  const chosen = layout ?? { preset: 'default' };
  const known = type === 'cloud' ? LAYOUTS : RAW_LAYOUTS;
  if (!known.includes(chosen.preset)) {
    throw bad(`layout.preset: must be one of ${known.join(', ')} for ${type} recordings.`);
  }
  if (chosen.preset === 'single-participant' && typeof chosen.session_id !== 'string') {
    throw bad('layout.session_id: must name the participant to show.');
  }
  return chosen;
}

/**
 * Null: sound alone.
 *
 * @throws a `RoomError` that names the field at fault
 */
export function readPicture(params: Params, layout: Layout): Picture | null {
  if (layout.preset === 'audio-only') return null;
  const upright = layout.preset === 'portrait';
  const width = params.width ?? (upright ? HD.height : HD.width);
  const height = params.height ?? (upright ? HD.width : HD.height);
  return {
    // The encoder takes even sizes only.
    canvas: { width: width - (width % 2), height: height - (height % 2) },
    fps: Math.round(params.fps ?? FPS),
    background: readColor(params.backgroundColor),
  };
}

/** `#RRGGBB`, or `#AARRGGBB`, of which a film has no use for the first two. */
function readColor(text: string | undefined): string {
  if (text === undefined) return DARK_BLUE;
  const digits = /^#(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) throw bad('backgroundColor: must be #RRGGBB or #AARRGGBB.');
  return `0x${digits}`;
}

function bad(message: string): RoomError {
  return new RoomError('bad_request', message);
}
