import type { RecordedTrack, Recording } from '@kindling/protocol';
import type { PartFile } from './part-files.ts';

/** Of the sound that is made: what voices have, and recognisers take. */
export const PART_RATE = 24_000;

const CODECS: Readonly<Record<PartFile['format'], readonly string[]>> = {
  wav: ['-c:a', 'pcm_s16le', '-f', 'wav'],
  mp3: ['-c:a', 'libmp3lame', '-q:a', '4', '-f', 'mp3'],
};

/** Gaps longer than this are silence; shorter ones are the jitter of a track's own clock. */
const FILL_GAPS = 'async=1:min_hard_comp=0.05:first_pts=0';

/** The files that parts are made from. */
export function partSources({ file, tracks }: Recording): string[] {
  if (file !== null) return [file.name];
  return tracks.filter(({ media }) => media === 'audio').map(({ name }) => name);
}

/** What ffmpeg is asked for, to make one file of what was recorded; names are within its folder. */
export function partArguments(recording: Recording, { part, format }: PartFile, output: string) {
  const end = ['-ar', String(PART_RATE), ...CODECS[format], '-y', output];
  if (recording.file !== null) return ['-i', recording.file.name, '-vn', '-ac', '1', ...end];
  const tracks = recording.tracks.filter(({ media }) => media === 'audio');
  const inputs = tracks.flatMap(({ name, offset }) => [
    // Read from its first sound on, which is then put where it was.
    ...['-itsoffset', seconds(offset), '-i', name],
  ]);
  const graph = filterGraph(recording, tracks, part);
  return [...inputs, '-filter_complex', graph, '-map', '[out]', ...end];
}

function filterGraph(
  { startedBy, duration }: Recording,
  tracks: readonly RecordedTrack[],
  part: PartFile['part'],
): string {
  const length = seconds(duration ?? 0);
  const chains = tracks.map(
    (_, index) => `[${index}:a]aresample=${PART_RATE}:${FILL_GAPS},${MONO}[t${index}]`,
  );
  const labels = (chosen: (track: RecordedTrack) => boolean) =>
    tracks.flatMap((track, index) => (chosen(track) ? [`[t${index}]`] : []));
  /** Everything of one side, as long as the recording. */
  const side = (inputs: readonly string[], name: string) =>
    inputs.length === 0
      ? `anullsrc=r=${PART_RATE}:cl=mono,atrim=end=${length}${name}`
      : `${inputs.join('')}amix=inputs=${inputs.length}:normalize=0:dropout_transition=0,apad=whole_dur=${length},atrim=end=${length}${name}`;
  const isAssistant = ({ sessionId }: RecordedTrack) => sessionId === startedBy;
  const customer = labels((track) => !isAssistant(track));
  const assistant = labels(isAssistant);
  if (part === 'mono') return [...chains, side([...customer, ...assistant], '[out]')].join(';');
  if (part === 'stereo') {
    const sides = [side(customer, '[left]'), side(assistant, '[right]')];
    const joined = '[left][right]join=inputs=2:channel_layout=stereo[out]';
    return [...chains, ...sides, joined].join(';');
  }
  const [wanted, others] = part === 'customer' ? [customer, assistant] : [assistant, customer];
  // Every output of a graph has to lead somewhere.
  const unheard = others.map((label) => `${label}anullsink`);
  return [...chains, ...unheard, side(wanted, '[out]')].join(';');
}

const MONO = 'aformat=sample_fmts=fltp:channel_layouts=mono';

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}
