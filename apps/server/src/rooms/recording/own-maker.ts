import { RoomError } from '@kindling/media/room-error';
import type { DiskSpace } from '../../platform/data-folder/disk-space.ts';
import type { Ffmpeg } from '../tracks/ffmpeg.ts';
import { readLayout, readPicture } from './picture.ts';
import type { RecordingMaker } from './recording-maker.ts';
import { type RecordingParts, startRecording } from './running-recording.ts';

export interface OwnMakerOptions extends RecordingParts {
  /** Null: the host has none, and no film is made. */
  readonly ffmpeg: Ffmpeg | null;
  readonly disk: Pick<DiskSpace, 'isLow'>;
}

/** This server, of the rooms that it carries. */
export function createOwnMaker(options: OwnMakerOptions): RecordingMaker {
  return {
    readLook(params) {
      const layout = readLayout(params.layout, params.type);
      const picture = params.type === 'cloud' ? readPicture(params, layout) : null;
      if (picture !== null && options.ffmpeg === null) throw noFfmpeg();
      return { layout, picture };
    },
    readLayout,
    start: (run) => startRecording(options, run),
    isDiskLow: () => options.disk.isLow(),
  };
}

function noFfmpeg(): RoomError {
  return new RoomError(
    'not_configured',
    'This server has no ffmpeg, which composes the video: install it or set FFMPEG_PATH, or record with the layout audio-only.',
  );
}
