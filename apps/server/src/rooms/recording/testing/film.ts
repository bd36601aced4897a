import { spawnSync } from 'node:child_process';

/** What ffprobe says of a file. */
export function probe(file: string) {
  const said = spawnSync('ffprobe', [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    file,
  ]);
  const { streams, format } = JSON.parse(String(said.stdout));
  const video = streams.find((one: { codec_type: string }) => one.codec_type === 'video');
  return {
    codec: streams[0]?.codec_name,
    width: video?.width,
    height: video?.height,
    start: Number(format.start_time),
    duration: Number(format.duration),
  };
}

/** Of a spot at a moment: a name, or red, green and blue. */
export function colorAt(file: string, seconds: number, x: number, y: number): string {
  const filter = `crop=2:2:${x}:${y},format=rgb24`;
  const { stdout } = spawnSync('ffmpeg', [
    ...['-loglevel', 'error', '-ss', String(seconds), '-i', file, '-frames:v', '1'],
    ...['-vf', filter, '-f', 'rawvideo', '-'],
  ]);
  const [red = 0, green = 0, blue = 0] = stdout;
  const near = (a: number, b: number) => Math.abs(a - b) < 12;
  if (near(red, 0x1f) && near(green, 0x2d) && near(blue, 0x3d)) return 'dark blue';
  if (red > 200 && green < 60 && blue < 60) return 'red';
  if (green > 200 && red < 60 && blue < 60) return 'green';
  return `${red},${green},${blue}`;
}

/** Mean volume, dB, around each frequency. */
export function loudness(file: string, frequencies: readonly number[]): number[] {
  return frequencies.map((hertz) => {
    const filter = `bandpass=f=${hertz}:width_type=h:w=50,volumedetect`;
    const { stderr } = spawnSync('ffmpeg', ['-i', file, '-af', filter, '-f', 'null', '-']);
    return Number(/mean_volume: (-?[\d.]+) dB/.exec(String(stderr))?.[1]);
  });
}
