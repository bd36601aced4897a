import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Of a decoded recording. */
const MAX_BYTES = 64 << 20;

/** A recording, by ffmpeg: mono, 16 kHz, in [-1, 1]. A `.raw` one is 16 bits at 16 kHz. */
export async function decode(path: string): Promise<Float32Array> {
  const raw = path.endsWith('.raw') ? ['-f', 's16le', '-ar', '16000', '-ac', '1'] : [];
  const options = [
    '-v',
    'error',
    ...raw,
    '-i',
    path,
    '-f',
    'f32le',
    '-ac',
    '1',
    '-ar',
    '16000',
    '-',
  ];
  const { stdout } = await run('ffmpeg', options, { encoding: 'buffer', maxBuffer: MAX_BYTES });
  return new Float32Array(new Uint8Array(stdout).buffer);
}
