/** From the mediacapture-transform specification; only some browsers have it. */
interface TrackProcessor {
  readonly readable: ReadableStream<AudioData>;
}
declare const MediaStreamTrackProcessor:
  | (new (options: {
      track: MediaStreamTrack;
    }) => TrackProcessor)
  | undefined;

const SAMPLE_RATE = 16_000;
/** The server accepts no more than ten seconds. */
const MAX_SAMPLES = SAMPLE_RATE * 10;
/** Samples in one chunk: half a second, which every server accepts. */
const CHUNK_SAMPLES = SAMPLE_RATE / 2;
/** Quieter samples count as silence. */
const AUDIBLE = 0.01 * 32_768;

export interface EarlyAudioChunk {
  readonly type: 'early-audio';
  readonly pcm: string;
  readonly sampleRate: 16_000;
  readonly last: boolean;
}

/** Captures a microphone until it is sent. */
export interface EarlyAudio {
  readonly track: MediaStreamTrack;
  /** Stops and returns the chunks to send in order; none when there was only silence. */
  stop(): EarlyAudioChunk[];
}

/** Starts at once. Null where the browser has no `MediaStreamTrackProcessor`. */
export function captureEarlyAudio(track: MediaStreamTrack): EarlyAudio | null {
  if (typeof MediaStreamTrackProcessor === 'undefined') return null;
  let reader: ReadableStreamDefaultReader<AudioData>;
  try {
    reader = new MediaStreamTrackProcessor({ track }).readable.getReader();
  } catch {
    return null;
  }
  const heard: Int16Array[] = [];
  let count = 0;
  let stopped = false;
  const resample = createResampler();

  const listen = async () => {
    while (!stopped && count < MAX_SAMPLES) {
      const { value, done } = await reader.read();
      if (done) return;
      if (!stopped) {
        const pcm = resample(value);
        heard.push(pcm);
        count += pcm.length;
      }
      value.close();
    }
  };
  listen()
    // The track ended, or cannot be read: what was captured so far is kept.
    .catch(() => {})
    .finally(() => reader.cancel().catch(() => {}));

  return {
    track,
    stop() {
      if (stopped) return [];
      stopped = true;
      reader.cancel().catch(() => {});
      return toChunks(heard, count);
    },
  };
}

/** Resamples to 16 kHz mono: each new sample is the mean of those it covers, which also filters high frequencies. */
function createResampler(): (data: AudioData) => Int16Array {
  let sum = 0;
  let summed = 0;
  let position = 0;
  return (data) => {
    const samples = new Float32Array(data.numberOfFrames);
    data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    const step = SAMPLE_RATE / data.sampleRate;
    const out = new Int16Array(Math.ceil(samples.length * step) + 1);
    let length = 0;
    for (const sample of samples) {
      sum += sample;
      summed += 1;
      position += step;
      if (position < 1) continue;
      position -= 1;
      out[length] = Math.max(-1, Math.min(1, sum / summed)) * 32_767;
      length += 1;
      sum = 0;
      summed = 0;
    }
    return out.subarray(0, length);
  };
}

function toChunks(heard: readonly Int16Array[], count: number): EarlyAudioChunk[] {
  const all = new Int16Array(count);
  let offset = 0;
  for (const pcm of heard) {
    all.set(pcm, offset);
    offset += pcm.length;
  }
  if (!all.some((sample) => Math.abs(sample) > AUDIBLE)) return [];
  const chunk = (samples: Int16Array, last: boolean): EarlyAudioChunk => ({
    type: 'early-audio',
    pcm: toBase64(samples),
    sampleRate: SAMPLE_RATE,
    last,
  });
  // An empty one first: it arrives before the live audio and makes the server hold that back.
  const chunks = [chunk(new Int16Array(0), false)];
  for (let start = 0; start < count; start += CHUNK_SAMPLES) {
    const end = start + CHUNK_SAMPLES;
    chunks.push(chunk(all.subarray(start, end), end >= count));
  }
  return chunks;
}

/** Little-endian, as every machine with a browser is. */
function toBase64(samples: Int16Array): string {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
