import type { CallScope } from '../scope/call-scope.ts';
import type { Faults } from '../scope/faults.ts';
import type { ConversationSettings } from '../session/port.ts';
import { createSentenceSplitter } from './sentence-splitter.ts';
import type { SpeechOutcome, SpeechPlan } from './speech-player.ts';
import { createUtterance, type Utterance } from './utterance.ts';
import type { Voice } from './voice.ts';

export interface SayOptions {
  readonly interruptible: boolean;
  readonly onDone?: (outcome: SpeechOutcome) => void;
}

export interface SpeechFactoryOptions {
  readonly scope: CallScope;
  readonly faults: Faults;
  /** The current assistant's. */
  readonly voice: () => Voice;
  readonly settings: ConversationSettings;
  readonly speak: (plan: SpeechPlan) => void;
}

/** Makes utterances in the assistant's voice, and speaks given texts. */
export interface SpeechFactory {
  utterance(sentences: (signal: AbortSignal) => AsyncIterable<string>): Utterance;
  /** Says an utterance under a new id. */
  speak(utterance: Utterance, plan: Omit<SpeechPlan, 'id' | 'utterance'>): void;
  say(text: string, options: SayOptions): void;
}

export function createSpeechFactory({
  scope,
  faults,
  voice,
  settings,
  speak,
}: SpeechFactoryOptions): SpeechFactory {
  let spoken = 0;

  const speech: SpeechFactory = {
    utterance: (sentences) =>
      createUtterance({
        scope,
        sentences,
        synthesize(text, signal) {
          const { voiceId, voiceSpeed } = settings;
          const spoken = {
            text,
            ...(voiceId === undefined ? {} : { voiceId }),
            ...(voiceSpeed === undefined ? {} : { speed: voiceSpeed }),
          };
          // One and the same until the sentence is over: a handoff changes the next.
          const current = voice();
          const open = (attempt: AbortSignal) => current.synthesize({ ...spoken, signal: attempt });
          return {
            sampleRate: current.sampleRate,
            chunks: faults.stream('voice', open, { signal }),
          };
        },
      }),
    speak(utterance, plan) {
      spoken += 1;
      speak({ id: `assistant-${spoken}`, utterance, ...plan });
    },
    say(text, options) {
      speech.speak(
        speech.utterance(() => sentencesOf(text)),
        options,
      );
    },
  };
  return speech;
}

async function* sentencesOf(text: string): AsyncGenerator<string, void> {
  const splitter = createSentenceSplitter();
  yield* splitter.push(text);
  yield* splitter.flush();
}
