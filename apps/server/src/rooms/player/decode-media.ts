import { type Ffmpeg, type RunningFfmpeg, startFfmpeg } from '../tracks/ffmpeg.ts';

export interface MediaDecoder {
  /** Read as fast as it is needed: the decoder waits. */
  readonly chunks: AsyncIterable<Buffer>;
  kill(): void;
}

export interface DecodeOptions {
  readonly ffmpeg: Ffmpeg;
  readonly folder: string;
  /** Of the file in the folder. */
  readonly file: string;
  /** Hz. @default PLAYER_RATE */
  readonly sampleRate?: number;
  /** Of sound, at most. @default all of it */
  readonly seconds?: number;
}

export const PLAYER_RATE = 48_000;

/**
 * A fetched file is read as one of these and can name no other: a playlist would have ffmpeg
 * open whatever it lists, on this host too.
 */
const SAFE_INPUT = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mov,mp4,matroska,webm,ogg,mp3,wav,flac,aac,ivf'],
];

/** Sound as mono signed 16-bit. */
export function decodeAudio(options: DecodeOptions): MediaDecoder {
  const { sampleRate = PLAYER_RATE, seconds } = options;
  return decode(options, [
    ...(seconds === undefined ? [] : ['-t', String(seconds)]),
    ...['-map', '0:a:0', '-vn', '-ac', '1', '-ar', String(sampleRate), '-f', 's16le'],
  ]);
}

/** Pictures as VP8 in IVF, at most 720 high, with a key frame every two seconds for who comes late. */
export function decodeVideo(options: DecodeOptions): MediaDecoder {
  return decode(options, [
    ...['-map', '0:V:0', '-an', '-vf', "scale=-2:'min(720,ih)',fps=25", '-c:v', 'libvpx'],
    ...['-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1500k', '-g', '50', '-f', 'ivf'],
  ]);
}

function decode({ ffmpeg, folder, file }: DecodeOptions, output: readonly string[]): MediaDecoder {
  const running = startFfmpeg(ffmpeg, {
    folder,
    args: [...SAFE_INPUT, '-i', file, ...output, 'pipe:1'],
  });
  return { chunks: readAll(running), kill: running.kill };
}

/** @throws at its end what ffmpeg said when it failed, as it does for a file without such a stream */
async function* readAll({ stdout, ended }: RunningFfmpeg): AsyncGenerator<Buffer> {
  for await (const chunk of stdout) yield chunk as Buffer;
  await ended;
}
