import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ffmpeg, runFfmpeg } from '../../tracks/ffmpeg.ts';
import { type CapturedTrack, MAX_STEP } from '../track-files.ts';
import { type Manifest, planScenes, type Scene } from './timeline.ts';

export interface ComposeOptions {
  readonly ffmpeg: Ffmpeg;
  /** Holds the tracks, the mixed sound and, in the end, the film. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Name of the mixed sound. */
  readonly audio: string;
  readonly signal: AbortSignal;
}

/** Scene by scene: one description of the whole film would hold every change at once in memory. */
export async function composeVideo(
  options: ComposeOptions,
): Promise<{ name: string; size: number }> {
  const { folder, manifest, ffmpeg } = options;
  const name = ffmpeg.mp4 ? 'recording.mp4' : 'recording.webm';
  const unfinished = `unfinished-${name}`;
  const parts: string[] = [];
  try {
    for (const scene of planScenes(manifest)) {
      const part = `scene-${parts.length}.mkv`;
      if (await composeScene(options, scene, part)) parts.push(part);
    }
    await writeFile(join(folder, SCENES), parts.map((part) => `file '${part}'\n`).join(''));
    await joinScenes(options, unfinished);
    await rename(join(folder, unfinished), join(folder, name));
    return { name, size: (await stat(join(folder, name))).size };
  } finally {
    for (const file of [...parts, SCENES, unfinished])
      await rm(join(folder, file), { force: true });
  }
}

const SCENES = 'scenes.txt';

/** False: too short for a single frame. */
async function composeScene(
  { ffmpeg, folder, manifest, signal }: ComposeOptions,
  scene: Scene,
  part: string,
): Promise<boolean> {
  const { canvas, fps, background } = manifest;
  // Counted from the start of the film, so that rounding does not add up.
  const frames = Math.round((scene.to * fps) / 1_000) - Math.round((scene.from * fps) / 1_000);
  if (frames < 1) return false;
  const color = `color=c=${background}:s=${canvas.width}x${canvas.height}:r=${fps}`;
  const inputs = scene.pictures.flatMap(({ track }) => [
    // A sender may change its resolution: scaling follows by itself.
    ...['-reinit_filter', '0'],
    ...['-ss', seconds(firstNeeded(track, scene.from) - track.offset), '-i', track.name],
  ]);
  const args = [
    ...['-f', 'lavfi', '-i', color, ...inputs],
    ...['-filter_complex', filterGraph(scene), '-map', '[out]'],
    ...['-frames:v', String(frames), '-r', String(fps), ...videoEncoder(ffmpeg), part],
  ];
  const deadline = deadlineOf(scene.to - scene.from);
  await runFfmpeg(ffmpeg, { args, folder, signal, deadline });
  return true;
}

/** The last picture before a scene is still to be seen in it: where to read from, ms. */
function firstNeeded(track: CapturedTrack, from: number): number {
  const pause = track.pauses?.find(([start, end]) => start <= from && from <= end);
  return Math.max(track.offset, (pause?.[0] ?? from) - MAX_STEP);
}

function filterGraph({ from, pictures }: Scene): string {
  const chains = pictures.map(({ track, tile: { x, y, width, height } }, index) => {
    const early = seconds(from - firstNeeded(track, from));
    const scaled = `[${index + 1}:v]setpts=PTS-${early}/TB,scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1[p${index}]`;
    const below = index === 0 ? '[0:v]' : `[c${index - 1}]`;
    const place = `x=${x}+(${width}-w)/2:y=${y}+(${height}-h)/2`;
    return `${scaled};${below}[p${index}]overlay=${place}:eof_action=repeat[c${index}]`;
  });
  const last = pictures.length === 0 ? '[0:v]' : `[c${pictures.length - 1}]`;
  return [...chains, `${last}format=yuv420p[out]`].join(';');
}

async function joinScenes(options: ComposeOptions, name: string): Promise<void> {
  const { ffmpeg, folder, audio, manifest, signal } = options;
  const sound = ffmpeg.mp4
    ? ['-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart']
    : ['-c:a', 'copy'];
  const args = [
    ...['-f', 'concat', '-i', SCENES, '-i', audio],
    ...['-map', '0:v:0', '-map', '1:a:0', '-c:v', 'copy', ...sound],
    ...['-t', seconds(manifest.duration), name],
  ];
  await runFfmpeg(ffmpeg, { args, folder, signal, deadline: deadlineOf(manifest.duration) });
}

/** One that hangs would hold up every later film. Both in ms. */
function deadlineOf(length: number): number {
  return Math.min(600_000 + Math.ceil(20 * length), 2 ** 31 - 1);
}

function videoEncoder({ mp4 }: Ffmpeg): string[] {
  return mp4
    ? ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23']
    : ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '5', '-b:v', '1500k'];
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}
