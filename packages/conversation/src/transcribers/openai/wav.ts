import { encode } from '../streamed/sound-chunks.ts';

const RATE = 16_000;
const HEADER = 44;

/** A WAV file of mono 16 kHz samples in [-1, 1]. */
export function toWav(pcm: Float32Array): Uint8Array<ArrayBuffer> {
  const sound = encode(pcm, 1);
  const bytes = new Uint8Array(HEADER + sound.length);
  const view = new DataView(bytes.buffer);
  const name = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  name(0, 'RIFF');
  view.setUint32(4, HEADER - 8 + sound.length, true);
  name(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  name(36, 'data');
  view.setUint32(40, sound.length, true);
  bytes.set(sound, HEADER);
  return bytes;
}
