import { spawnSync } from 'node:child_process';
import type { TrackPacket } from '@kindling/media';
import { createEncoder } from 'libopus-wasm';

type Packet = Omit<TrackPacket, 'arrivedAt'>;

/** Opus packets of 20 ms of `pcm` at `sampleRate`, mono; `first` counts those before. */
export async function opusPackets(
  pcm: Int16Array,
  sampleRate: 16_000 | 48_000,
  first = 0,
): Promise<Packet[]> {
  const frameSize = sampleRate / 50;
  using encoder = await createEncoder({ sampleRate, channels: 1, frameSize });
  return Array.from({ length: Math.floor(pcm.length / frameSize) }, (_, index) => ({
    payload: encoder.encode(pcm.subarray(index * frameSize, (index + 1) * frameSize)).slice(),
    timestamp: 100_000 + (first + index) * 960,
    sequence: (65_530 + first + index) & 0xffff,
    marker: false,
  }));
}

export function tone(hertz: number, seconds: number, sampleRate = 48_000): Int16Array {
  return Int16Array.from({ length: seconds * sampleRate }, (_, index) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hertz * index) / sampleRate)),
  );
}

/** Frames of one colour, or of a `testsrc`, as VP8, made by ffmpeg. */
export function vp8Picture(color: string, frames: number, size = '320x180'): Uint8Array[] {
  const source = color === 'testsrc' ? 'testsrc=' : `color=c=${color}:`;
  const picture = `${source}s=${size}:r=25`;
  const made = spawnSync(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', picture],
      ...['-frames:v', String(frames), '-c:v', 'libvpx', '-g', '25', '-f', 'ivf', '-'],
    ],
    { maxBuffer: 64 * 1_024 * 1_024 },
  );
  return [...readIvf(made.stdout)];
}

function* readIvf(bytes: Buffer): Generator<Uint8Array> {
  for (let at = bytes.readUInt16LE(6); at < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    yield bytes.subarray(at + 12, at + 12 + length);
    at += 12 + length;
  }
}

/** As a browser sends them: pieces of at most 1 100 bytes, with picture ids. */
export function vp8Packets(frames: readonly Uint8Array[]): Packet[][] {
  let sequence = 500;
  return frames.map((frame, index) => {
    const pieces = Math.max(1, Math.ceil(frame.length / 1_100));
    return Array.from({ length: pieces }, (_, piece) => {
      const id = 0x8000 | (index & 0x7fff);
      const head = [0x80 | (piece === 0 ? 0x10 : 0), 0x80, id >> 8, id & 0xff];
      const part = frame.subarray(piece * 1_100, (piece + 1) * 1_100);
      sequence = (sequence + 1) & 0xffff;
      return {
        payload: Uint8Array.from([...head, ...part]),
        timestamp: 7_000 + index * 3_600,
        sequence,
        marker: piece === pieces - 1,
      };
    });
  });
}
