import { createResampler } from '../playout/resampler.ts';
import { VoiceError } from './voice-error.ts';

const RIFF = 'RIFF';
/** Header and samples begin within so many bytes, or it is no sound file that can be read as it comes. */
const MAX_HEADER = 4_096;

interface WaveFormat {
  readonly sampleRate: number;
  /** Where the samples begin, bytes. */
  readonly start: number;
}

/**
 * The sound of an answer, as it comes: mono signed 16-bit little-endian samples, wherever its pieces are cut. Servers that
 * send a WAV file although they were asked for raw sound are read by its header.
 *
 * @throws a `VoiceError` (`voice_bad_answer`) for anything else
 */
export async function* readPcm(
  response: Response,
  sampleRate: number,
): AsyncGenerator<Int16Array, void> {
  const type = response.headers.get('content-type') ?? '';
  if (/json|text|html|ogg|opus|flac|aac/i.test(type) || response.body === null) {
    await response.body?.cancel();
    throw badAnswer(`it sends ${type === '' ? 'nothing' : type}`);
  }
  let rest: Uint8Array = new Uint8Array(0);
  let resampler: ReturnType<typeof createResampler> | null = null;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    rest = joined(rest, part);
    if (resampler === null) {
      // ElevenLabs' reference has this type for all that it sends.
      if (/mpeg|mp3/i.test(type)) {
        if (rest.length < 3) continue;
        if (isMp3(rest)) throw badAnswer(`it sends ${type}`);
      }
      const format = readFormat(rest, sampleRate);
      if (format === null) continue;
      resampler = createResampler(format.sampleRate, sampleRate);
      rest = rest.subarray(format.start);
    }
    const whole = rest.length & ~1;
    if (whole === 0) continue;
    const samples = resampler.process(toSamples(rest.subarray(0, whole)));
    rest = rest.subarray(whole);
    if (samples.length > 0) yield samples;
  }
  const tail = resampler?.flush() ?? new Int16Array(0);
  if (tail.length > 0) yield tail;
}

/** By the beginning of a tag or of a frame. */
const isMp3 = (bytes: Uint8Array) =>
  tag(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0);

/** Null: not enough of it is here to tell. */
function readFormat(bytes: Uint8Array, sampleRate: number): WaveFormat | null {
  const known = Math.min(bytes.length, RIFF.length);
  const raw = { sampleRate, start: 0 };
  if (tag(bytes, 0, known) !== RIFF.slice(0, known)) return raw;
  if (bytes.length < RIFF.length) return null;
  return readWave(bytes);
}

function readWave(bytes: Uint8Array): WaveFormat | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let sampleRate: number | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = tag(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    if (name === 'data' && sampleRate !== null) return { sampleRate, start: at + 8 };
    if (name === 'fmt ') {
      if (at + 24 > bytes.length) return null;
      const isMono16 = view.getUint16(at + 10, true) === 1 && view.getUint16(at + 22, true) === 16;
      if (!isMono16) throw badAnswer('it sends a WAV file that is not mono with 16 bits');
      sampleRate = view.getUint32(at + 12, true);
      if (sampleRate < 4_000 || sampleRate > 192_000) throw badAnswer('its WAV file is damaged');
    }
    at += 8 + length + (length % 2);
  }
  if (bytes.length > MAX_HEADER) throw badAnswer('its WAV file has no samples');
  return null;
}

const tag = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function toSamples(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) =>
    view.getInt16(index * 2, true),
  );
}

const badAnswer = (why: string) =>
  new VoiceError(
    'voice_bad_answer',
    `The voice's server does not answer with raw 16-bit sound: ${why}.`,
  );
