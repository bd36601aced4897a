import { join } from 'node:path';
import type { TtsConfig } from '../sherpa.ts';
import type { NeuralModel } from './neural-model.ts';
import { preparePiper } from './piper/prepare-piper.ts';

/** The options with which sherpa-onnx loads a model; what it needs besides the model's own files is made first. */
export async function sherpaConfig(model: NeuralModel, cacheFolder: string): Promise<TtsConfig> {
  return {
    model: { ...(await modelConfig(model, cacheFolder)), numThreads: 1, provider: 'cpu', debug: 0 },
    maxNumSentences: 1,
  };
}

async function modelConfig({ engine, folder, pronunciationFolder }: NeuralModel, cache: string) {
  const file = (name: string) => join(folder, name);
  const dataDir = pronunciationFolder ?? '';
  switch (engine) {
    case 'piper':
      return { vits: { ...(await preparePiper(folder, cache)), dataDir } };
    case 'kitten':
      return {
        kitten: {
          model: file('model.int8.onnx'),
          voices: file('voices.bin'),
          tokens: file('tokens.txt'),
          dataDir,
        },
      };
    case 'kokoro':
      return {
        kokoro: {
          model: file('model.int8.onnx'),
          voices: file('voices.bin'),
          tokens: file('tokens.txt'),
          lexicon: file('lexicon-us-en.txt'),
          dataDir,
        },
      };
    case 'supertonic':
      return {
        supertonic: {
          durationPredictor: file('duration_predictor.int8.onnx'),
          textEncoder: file('text_encoder.int8.onnx'),
          vectorEstimator: file('vector_estimator.int8.onnx'),
          vocoder: file('vocoder.int8.onnx'),
          ttsJson: file('tts.json'),
          unicodeIndexer: file('unicode_indexer.bin'),
          voiceStyle: file('voice.bin'),
        },
      };
  }
}
