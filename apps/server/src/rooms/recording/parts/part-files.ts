import type { ArtifactPlan, CallRecordingPart, Recording } from '@kindling/protocol';
import type { Ffmpeg } from '../../tracks/ffmpeg.ts';
import { AUDIO_FILE } from '../capture.ts';
import { CALL_INSTANCE } from '../recording-feature.ts';

/** Sound that is made of what was recorded, beside it. */
export interface PartFile {
  readonly part: Exclude<CallRecordingPart, 'video'>;
  readonly format: 'wav' | 'mp3';
}

/** A file of a recording by its name; whether it is there, or is made when it is asked for. */
export interface PartPlace {
  readonly recording: Recording;
  readonly file: string;
}

/** Why a part of a call's recording cannot be had. */
export type PartObstacle = 'not-recorded' | 'one-track' | 'no-video' | 'unfinished' | 'no-ffmpeg';

const MADE = /^(mono|stereo|customer|assistant)\.(wav|mp3)$/;

/** Null: the name is of something that was recorded itself. */
export function readPartName(name: string): PartFile | null {
  const [, part, format] = MADE.exec(name) ?? [];
  if (part === undefined || format === undefined) return null;
  return { part, format } as PartFile;
}

/** Where a part of a call's recording is found, among all that was recorded of it. */
export function findPart(
  recordings: readonly Recording[],
  part: CallRecordingPart,
  { ffmpeg, plan }: { readonly ffmpeg: Ffmpeg | null; readonly plan: ArtifactPlan | null },
): PartPlace | PartObstacle {
  if (recordings.length === 0) return 'not-recorded';
  const fits = part === 'video' ? isFilm : part === 'mono' ? () => true : isOwn;
  // What has the voices apart is the better source, and it is there at once.
  const fitting = recordings.filter(fits).sort((a, b) => rank(b) - rank(a));
  const found = fitting.find((one) => hasContent(one));
  if (found === undefined) {
    const isUnfinished = fitting.some(({ status }) => isOpen(status));
    return isUnfinished ? 'unfinished' : obstacleOf(recordings, part);
  }
  const { file } = found;
  if (part === 'video') return file === null ? 'no-video' : { recording: found, file: file.name };
  if (ffmpeg !== null) {
    const format = plan?.recordingFormat === 'mp3' && ffmpeg.mp3 === true ? 'mp3' : 'wav';
    return { recording: found, file: `${part}.${format}` };
  }
  // One track of sound alone is what it is, in its own format.
  return file?.name === AUDIO_FILE ? { recording: found, file: file.name } : 'no-ffmpeg';
}

const isOwn = ({ type, instanceId }: Recording) =>
  type === 'raw-tracks' && instanceId === CALL_INSTANCE;

/** Whether one is, shows when it is made. */
const isFilm = ({ type, file, status }: Recording) =>
  type === 'cloud' && (isOpen(status) || (file !== null && file.name !== AUDIO_FILE));

const isOpen = (status: Recording['status']) => status === 'recording' || status === 'processing';

function hasContent(recording: Recording): boolean {
  const { status, type, duration, tracks, file } = recording;
  if (isOpen(status)) return false;
  if (type === 'cloud') return file !== null;
  // One that nobody was heard in is silent; what a crash cut off is not known any more.
  return duration !== null && (status === 'finished' || tracks.length > 0);
}

/** Of several that fit, the longest. */
function rank(recording: Recording): number {
  return (isOwn(recording) ? 1e12 : 0) + (recording.duration ?? 0);
}

function obstacleOf(recordings: readonly Recording[], part: CallRecordingPart): PartObstacle {
  if (part === 'video') return 'no-video';
  return recordings.some(hasContent) ? 'one-track' : 'not-recorded';
}
