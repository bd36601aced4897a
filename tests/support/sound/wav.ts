/** Sixteen-bit mono or stereo PCM in a RIFF file, and back. */

export interface Pcm {
  readonly sampleRate: number;
  readonly samples: Int16Array;
}

export function encodeWav({ sampleRate, samples }: Pcm): Buffer {
  const header = Buffer.alloc(44);
  const bytes = samples.length * 2;
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, bytes)]);
}

/** Reads mono 16-bit PCM; throws on anything else. Tolerates the unknown lengths of streamed files. */
export function decodeWav(file: Buffer): Pcm {
  if (file.toString('latin1', 0, 4) !== 'RIFF') throw new Error('not a WAV file');
  let offset = 12;
  let sampleRate = 0;
  while (offset + 8 <= file.length) {
    const id = file.toString('latin1', offset, offset + 4);
    const size = file.readUInt32LE(offset + 4);
    const start = offset + 8;
    if (id === 'fmt ') {
      if (file.readUInt16LE(start + 2) !== 1 || file.readUInt16LE(start + 14) !== 16)
        throw new Error('only mono 16-bit PCM is read');
      sampleRate = file.readUInt32LE(start + 4);
    }
    if (id === 'data') {
      const end = Math.min(start + size, file.length);
      const bytes = file.subarray(start, end - ((end - start) % 2));
      return { sampleRate, samples: new Int16Array(new Uint8Array(bytes).buffer) };
    }
    offset = start + size + (size % 2);
  }
  throw new Error('the WAV file has no data');
}

/** Linear resampling: good enough to feed a recogniser in a test. */
export function resample({ sampleRate, samples }: Pcm, target: number): Pcm {
  if (sampleRate === target) return { sampleRate, samples };
  const length = Math.floor((samples.length * target) / sampleRate);
  const out = new Int16Array(length);
  for (let index = 0; index < length; index += 1) {
    const position = (index * sampleRate) / target;
    const left = Math.floor(position);
    const a = samples[left] ?? 0;
    const b = samples[left + 1] ?? a;
    out[index] = Math.round(a + (b - a) * (position - left));
  }
  return { sampleRate: target, samples: out };
}
