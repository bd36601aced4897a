import type { LocalEngines } from '@kindling/conversation';
import { createOwnVoice } from '../../packages/conversation/src/playout/own-voice/own-voice.ts';
import { createAudioRecognition } from '../../packages/conversation/src/recognition/audio-recognition.ts';
import { createOtherHearings } from '../../packages/conversation/src/recognition/other-hearings.ts';
import { createCallScope } from '../../packages/conversation/src/scope/call-scope.ts';
import { createFaults } from '../../packages/conversation/src/scope/faults.ts';
import { createVirtualClock } from '../../packages/conversation/src/testing/virtual-clock.ts';
import { type Sound, toPcm } from '../support/sound.ts';
import { onVirtualClock, unusedModel } from '../support/virtual-engines.ts';

const RATE = 16_000;
const TICK = 20;
const SAMPLES = (RATE * TICK) / 1_000;
/** The longest silence that a turn waits for, and some more, ms. */
const AFTER = 4_000;

/** An assistant that says nothing. */
const QUIET = {
  busy: false,
  interruptible: false,
  audible: false,
  remaining: 0,
  duck() {},
  pause() {},
  release() {},
  cut() {},
};

export interface Heard {
  readonly text: string;
  /** From the first sample until words were shown, ms; null: none were before the turn was over. */
  readonly shownAfter: number | null;
  /** Times that words were shown while somebody spoke or paused. */
  readonly shown: number;
}

/** What a call makes of the sound: voice activity, turns, pauses and all; the assistant is silent. */
export async function hearInCall(engines: LocalEngines, sound: Sound): Promise<Heard> {
  const clock = createVirtualClock(0);
  const scope = createCallScope(clock);
  const virtual = onVirtualClock(clock, engines, unusedModel);
  const turns: string[] = [];
  const shownAt: number[] = [];
  const recognition = createAudioRecognition({
    scope,
    vad: virtual.vad,
    transcriber: virtual.transcriber,
    secondHearing: virtual.secondHearing,
    messagesWith: () => [],
    otherHearings: createOtherHearings(),
    faults: createFaults({ scope, onFault: ({ error }) => console.error(error) }),
    floor: QUIET,
    settings: { interruptionWords: 1 },
    onFault: ({ error }) => console.error(error),
    ownVoice: createOwnVoice(),
    assistant: { model: unusedModel, transcribers: [] },
    hooks: {
      onStartOfSpeech() {},
      onInterimTranscript: () => shownAt.push(clock.now()),
      onPreemptiveGeneration() {},
      onResumed() {},
      onEndOfTurn: ({ text }) => turns.push(text),
      onDiscarded() {},
      onError: (error) => console.error(error),
    },
  });
  const pcm = toPcm(sound);
  const end = pcm.length + (AFTER * RATE) / 1_000;
  for (let at = 0; at < end; at += SAMPLES) {
    const frame = new Int16Array(SAMPLES);
    frame.set(pcm.subarray(at, at + SAMPLES));
    recognition.handleAudio(frame);
    await virtual.settled();
    await clock.advance(TICK);
    await virtual.settled();
  }
  recognition.close();
  scope.close();
  return { text: turns.join(' '), shownAfter: shownAt[0] ?? null, shown: shownAt.length };
}
