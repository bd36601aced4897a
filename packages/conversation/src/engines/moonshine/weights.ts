import { findWeights } from '../engine-weights.ts';

const PACKAGE = '@moonshine-ai/moonshine-js';
const FOLDER = 'dist/model/tiny/quantized';

export interface MoonshineWeights {
  readonly encoder: string;
  readonly mergedDecoder: string;
}

/**
 * Paths of Moonshine tiny, English, quantised.
 *
 * @throws an `EngineError` when it is not installed
 */
export function findMoonshineWeights(): MoonshineWeights {
  return {
    encoder: findWeights(PACKAGE, `${FOLDER}/encoder_model.onnx`),
    mergedDecoder: findWeights(PACKAGE, `${FOLDER}/decoder_model_merged.onnx`),
  };
}
