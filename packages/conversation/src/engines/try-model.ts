import { createSystemClock } from '@kindling/protocol/clock';
import { loadRecogniser } from './installed-recogniser/load-recogniser.ts';
import type { RecogniserModel } from './installed-recogniser/recogniser-model.ts';
import type { NeuralModel } from './neural/neural-model.ts';
import { createNeuralVoice } from './neural/neural-voice.ts';
import { createSentenceEncoder, type EncoderModel } from './sentence-encoder/sentence-encoder.ts';
import { loadTurnModel, type TurnModelFiles } from './smart-turn/smart-turn.ts';

const SENTENCE = 'Every teacher can see how the class is doing today.';

export interface VoiceTrial {
  /** Of the sound, and of the wait for it, seconds. */
  readonly sound: number;
  readonly took: number;
}

/**
 * Loads a voice and lets it say a sentence.
 *
 * @throws an `EngineError`
 */
export async function tryVoice(model: NeuralModel, cacheFolder: string): Promise<VoiceTrial> {
  const clock = createSystemClock();
  const voice = await createNeuralVoice(model, { cacheFolder, clock, processes: 1 });
  try {
    const started = clock.now();
    const speaker = model.speakers[0]?.speaker ?? 0;
    const pcm = await voice.speak({ text: SENTENCE, speaker, speed: 1 });
    return { sound: pcm.length / voice.sampleRate, took: (clock.now() - started) / 1_000 };
  } finally {
    await voice.close();
  }
}

/**
 * Loads a recogniser and lets it listen to silence.
 *
 * @throws an `EngineError`
 */
export async function tryRecogniser(model: RecogniserModel): Promise<void> {
  const transcriber = await loadRecogniser(model, 1);
  await transcriber.close();
}

/**
 * Loads a sentence encoder and has it read a sentence twice; answers how long the second time took, ms.
 *
 * @throws an `EngineError`
 */
export async function tryEncoder(model: EncoderModel): Promise<number> {
  const clock = createSystemClock();
  const encoder = createSentenceEncoder(model);
  try {
    await encoder.encode([SENTENCE]);
    const started = clock.now();
    await encoder.encode([SENTENCE]);
    return clock.now() - started;
  } finally {
    await encoder.close();
  }
}

/** Of a usual turn, samples. */
const TURN = 3 * 16_000;

/**
 * Loads a turn model and has it judge three seconds of silence; answers how long that took, ms.
 *
 * @throws an `EngineError`
 */
export async function tryTurnModel(files: TurnModelFiles): Promise<number> {
  const clock = createSystemClock();
  const model = await loadTurnModel(files);
  try {
    const started = clock.now();
    await model.judge(new Float32Array(TURN));
    return clock.now() - started;
  } finally {
    await model.close();
  }
}
