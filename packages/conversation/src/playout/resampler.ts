/** Changes the sample rate of one stream of mono signed 16-bit chunks. */
export interface Resampler {
  process(pcm: Int16Array): Int16Array;
  /** The filter's tail; the resampler is then ready for the next stream. */
  flush(): Int16Array;
}

const HALF_TAPS = 16;

/** A polyphase windowed-sinc resampler; equal rates pass through. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { process: (pcm) => pcm, flush: () => new Int16Array(0) };
  const divisor = greatestCommonDivisor(from, to);
  const step = from / divisor;
  const phases = to / divisor;
  const half = Math.ceil(HALF_TAPS * Math.max(1, from / to));
  const kernel = buildKernel(phases, half, Math.min(1, to / from));
  let pending = new Float32Array(half - 1);
  // Position of the next output sample in `pending`, in units of 1 / phases of an input sample.
  let position = (half - 1) * phases;

  function drain(): Int16Array {
    const limit = (pending.length - half) * phases;
    const count = Math.max(0, Math.ceil((limit - position) / step));
    const out = new Int16Array(count);
    for (let index = 0; index < count; index += 1) {
      const base = Math.floor(position / phases);
      out[index] = toSample(
        convolve(pending, base - half + 1, kernel, (position % phases) * 2 * half),
      );
      position += step;
    }
    const used = Math.max(0, Math.floor(position / phases) - half + 1);
    pending = pending.slice(used);
    position -= used * phases;
    return out;
  }

  function convolve(input: Float32Array, start: number, taps: Float32Array, offset: number) {
    let sum = 0;
    for (let tap = 0; tap < 2 * half; tap += 1) {
      sum += (input[start + tap] ?? 0) * (taps[offset + tap] ?? 0);
    }
    return sum;
  }

  function append(samples: ArrayLike<number>): Int16Array {
    const joined = new Float32Array(pending.length + samples.length);
    joined.set(pending);
    joined.set(samples, pending.length);
    pending = joined;
    return drain();
  }

  return {
    process: append,
    flush() {
      const tail = append(new Float32Array(half));
      pending = new Float32Array(half - 1);
      position = (half - 1) * phases;
      return tail;
    },
  };
}

/** A sound that is whole. */
export function resample(pcm: Int16Array, from: number, to: number): Int16Array {
  const resampler = createResampler(from, to);
  const body = resampler.process(pcm);
  const tail = resampler.flush();
  const sound = new Int16Array(body.length + tail.length);
  sound.set(body);
  sound.set(tail, body.length);
  return sound;
}

/** One row of `2 * half` taps per phase, each row summing to 1. */
function buildKernel(phases: number, half: number, cutoff: number): Float32Array {
  const taps = new Float32Array(phases * 2 * half);
  for (let phase = 0; phase < phases; phase += 1) {
    let sum = 0;
    const row = phase * 2 * half;
    for (let tap = 0; tap < 2 * half; tap += 1) {
      const distance = tap - half + 1 - phase / phases;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / half);
      const value = sinc(distance * cutoff * 0.95) * window;
      taps[row + tap] = value;
      sum += value;
    }
    for (let tap = 0; tap < 2 * half; tap += 1) taps[row + tap] = (taps[row + tap] ?? 0) / sum;
  }
  return taps;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function toSample(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
