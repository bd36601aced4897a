import { findWeights } from '../engine-weights.ts';

/**
 * Path of Silero VAD version 5.
 *
 * @throws an `EngineError` when it is not installed
 */
export function findSileroWeights(): string {
  return findWeights('@ricky0123/vad-web', 'dist/silero_vad_v5.onnx');
}
