import { RoomError } from '@kindling/media/room-error';
import type { EgressLayout, LivekitEgress } from '@kindling/media-livekit';
import type { Layout } from '../compose/timeline.ts';
import { readLayout, readPicture } from '../picture.ts';
import type { RecordingMaker } from '../recording-maker.ts';
import type { RecordingStore } from '../recording-store.ts';
import type { EgressFilms } from './egress-films.ts';
import { startEgressRecording } from './egress-recording.ts';

export interface EgressMakerOptions {
  readonly egress: LivekitEgress;
  readonly films: EgressFilms;
  readonly store: Pick<RecordingStore, 'create' | 'update'>;
  /** What every key begins with in the bucket: empty, or with a slash at its end. */
  readonly prefix: string;
}

const LAYOUTS = {
  default: 'grid',
  'active-participant': 'speaker',
  portrait: 'grid',
  'audio-only': 'grid',
} as const satisfies Readonly<Record<string, EgressLayout>>;

/** LiveKit Egress, of meetings that LiveKit carries: it joins them with a browser of its own. */
export function createEgressMaker(options: EgressMakerOptions): RecordingMaker {
  return {
    readLook(params) {
      if (params.type === 'raw-tracks') throw refuse('type', 'tracks by themselves');
      if (params.backgroundColor !== undefined)
        throw refuse('backgroundColor', 'other backgrounds');
      const layout = readEgressLayout(readLayout(params.layout, params.type));
      return { layout, picture: readPicture(params, layout) };
    },
    readLayout: (layout, type) => readEgressLayout(readLayout(layout, type)),
    start: (run) => startEgressRecording({ ...options, toEgressLayout }, run),
    // It writes to its own, and to the bucket.
    isDiskLow: async () => false,
  };
}

/** @throws a `RoomError` that names what Egress has no equal for */
function readEgressLayout(layout: Layout): Layout {
  if (!isKnown(layout.preset)) throw refuse('layout.preset', `the layout ${layout.preset}`);
  const other = Object.keys(layout).find((key) => key !== 'preset');
  if (other !== undefined) throw refuse(`layout.${other}`, 'choices of whom to record');
  return layout;
}

function toEgressLayout({ preset }: Layout): EgressLayout {
  return isKnown(preset) ? LAYOUTS[preset] : 'grid';
}

const isKnown = (preset: string): preset is keyof typeof LAYOUTS => Object.hasOwn(LAYOUTS, preset);

function refuse(field: string, what: string): RoomError {
  return new RoomError(
    'not_configured',
    `${field}: LiveKit Egress records this meeting, and has no ${what}.`,
  );
}
