import { EngineError } from '../engine-error.ts';

const HEADER_BYTES = 44;

/**
 * The samples of a 16-bit mono RIFF file as Flite writes it.
 *
 * @throws an `EngineError` for anything else
 */
export function readWave(
  file: Uint8Array<ArrayBuffer>,
  sampleRate: number,
): Int16Array<ArrayBuffer> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const fits =
    file.length >= HEADER_BYTES &&
    view.getUint32(0) === 0x52494646 &&
    view.getUint16(22, true) === 1 &&
    view.getUint32(24, true) === sampleRate &&
    view.getUint16(34, true) === 16;
  if (!fits) throw new EngineError('engine_failed', 'Flite gave no mono wave of its usual rate.');
  const count = Math.floor((file.length - HEADER_BYTES) / 2);
  return new Int16Array(file.slice(HEADER_BYTES, HEADER_BYTES + count * 2).buffer);
}
