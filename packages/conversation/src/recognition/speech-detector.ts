import type { AudioFrame } from './framer.ts';
import type { VadStream } from './vad.ts';

export interface SpeechStep {
  /** The step is voiced, by the lower threshold while speech lasts. */
  readonly voiced: boolean;
  readonly probability: number;
  /** Speech pauses after some steps without voice; it hushes with the first, and unhushes where it goes on before. */
  readonly change?: 'started' | 'hushed' | 'unhushed' | 'paused';
}

/** Speech from steps of voice activity, with hysteresis (TURN-1, TURN-3). */
export interface SpeechDetector {
  readonly speaking: boolean;
  /** The last steps were voiced, or louder than the pause before them: speech may begin (TURN-11a). */
  readonly rising: boolean;
  /** When the first voiced sample of the present speech was heard. */
  readonly startedAt: number;
  readonly lastVoicedAt: number;
  /** Length of the present speech without a pause, ms. */
  readonly speechDuration: number;
  process(frame: AudioFrame): SpeechStep;
  /** Ends speech at once: no more audio arrives. */
  pause(): void;
}

const START_PROBABILITY = 0.5;
const STAY_PROBABILITY = 0.35;
const PAUSE_STEPS = 6;
const SAMPLES_PER_MS = 16;
/** A sound is so much louder than the quietest step of the pause, as a factor of power: 12 dB. */
const STIR = 16;
/** What is quieter than that is no sound, power: -50 dB of full scale. */
const LEAST_POWER = 1e-5;
/** Steps in which a sound may begin a word: a closed mouth makes none in between. */
const STIRRING_STEPS = 2;

export interface OtherVoices {
  /** Whether a step holds nothing but the assistant's own voice: called with every step. */
  readonly isEcho: (frame: AudioFrame) => boolean;
  /** Whether a step that sounds like speech is of someone who is not the caller: called with every step. */
  readonly isElsewhere: (frame: AudioFrame, probability: number) => boolean;
}

export function createSpeechDetector(vad: VadStream, others: OtherVoices): SpeechDetector {
  const stepMs = vad.frameSamples / SAMPLES_PER_MS;
  let recent: boolean[] = [];
  let speaking = false;
  let silentSteps = 0;
  let quietest = Number.POSITIVE_INFINITY;
  let stirring = 0;
  let startedAt = 0;
  let lastVoicedAt = 0;

  function listenForStirring({ samples }: AudioFrame) {
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    quietest = Math.min(quietest, power);
    const isSound = power > Math.max(LEAST_POWER, STIR * quietest);
    stirring = isSound ? STIRRING_STEPS : Math.max(0, stirring - 1);
  }

  function whileSilent(frame: AudioFrame, probability: number): SpeechStep {
    listenForStirring(frame);
    recent = [...recent.slice(-2), probability >= START_PROBABILITY];
    const voiced = recent.at(-1) === true;
    if (!voiced || recent.filter(Boolean).length < 2) return { voiced, probability };
    const steps = recent.length - recent.indexOf(true);
    startedAt = frame.endAt - steps * stepMs;
    lastVoicedAt = frame.endAt;
    speaking = true;
    silentSteps = 0;
    return { voiced, probability, change: 'started' };
  }

  function whileSpeaking(frame: AudioFrame, probability: number): SpeechStep {
    const voiced = probability >= STAY_PROBABILITY;
    const wasHushed = silentSteps > 0;
    silentSteps = voiced ? 0 : silentSteps + 1;
    if (voiced) lastVoicedAt = frame.endAt;
    if (voiced) return { voiced, probability, ...(wasHushed && { change: 'unhushed' }) };
    if (silentSteps < PAUSE_STEPS)
      return { voiced, probability, ...(!wasHushed && { change: 'hushed' }) };
    stop();
    return { voiced, probability, change: 'paused' };
  }

  function stop() {
    speaking = false;
    recent = [];
    quietest = Number.POSITIVE_INFINITY;
    stirring = 0;
  }

  return {
    get speaking() {
      return speaking;
    },
    get rising() {
      return !speaking && (recent.at(-1) === true || stirring > 0);
    },
    get startedAt() {
      return startedAt;
    },
    get lastVoicedAt() {
      return lastVoicedAt;
    },
    get speechDuration() {
      return speaking ? lastVoicedAt - startedAt : 0;
    },
    process(frame) {
      const heard = vad.process(frame.samples);
      const ofPeople = others.isEcho(frame) ? 0 : heard;
      const probability = others.isElsewhere(frame, ofPeople) ? 0 : ofPeople;
      return speaking ? whileSpeaking(frame, probability) : whileSilent(frame, probability);
    },
    pause: stop,
  };
}
