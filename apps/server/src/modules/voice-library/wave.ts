const HEAD_BYTES = 44;
const SAMPLE_BYTES = 2;

/** Mono 16-bit samples as a WAV file. */
export function toWave(chunks: readonly Int16Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const samples = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = samples * SAMPLE_BYTES;
  const file = new DataView(new ArrayBuffer(HEAD_BYTES + bytes));
  const write = (at: number, text: string) =>
    [...text].forEach((template, index) => {
      file.setUint8(at + index, template.charCodeAt(0));
    });
  write(0, 'RIFF');
  file.setUint32(4, HEAD_BYTES - 8 + bytes, true);
  write(8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  // PCM, one channel.
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, sampleRate, true);
  file.setUint32(28, sampleRate * SAMPLE_BYTES, true);
  file.setUint16(32, SAMPLE_BYTES, true);
  file.setUint16(34, 8 * SAMPLE_BYTES, true);
  write(36, 'data');
  file.setUint32(40, bytes, true);
  let at = HEAD_BYTES;
  for (const chunk of chunks) {
    for (const sample of chunk) {
      file.setInt16(at, sample, true);
      at += SAMPLE_BYTES;
    }
  }
  return new Uint8Array(file.buffer);
}
