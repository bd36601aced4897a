import type { CallScope } from '../scope/call-scope.ts';
import type { Faults } from '../scope/faults.ts';
import type { ConversationSettings } from '../session/port.ts';
import { createSentenceSplitter } from './sentence-splitter.ts';
import type { SpeechOutcome, SpeechPlan } from './speaker.ts';
import { createUtterance, type Utterance } from './utterance.ts';
import type { Voice } from './voice.ts';

export interface LineOptions {
  readonly interruptible: boolean;
  readonly onDone?: (outcome: SpeechOutcome) => void;
}

export interface LinesOptions {
  readonly scope: CallScope;
  readonly faults: Faults;
  readonly voice: Voice;
  readonly settings: ConversationSettings;
  readonly speak: (plan: SpeechPlan) => void;
}

/** Makes utterances in the assistant's voice, and says texts that are known beforehand. */
export interface Lines {
  utterance(sentences: (signal: AbortSignal) => AsyncIterable<string>): Utterance;
  /** Says an utterance under a new id. */
  speak(utterance: Utterance, plan: Omit<SpeechPlan, 'id' | 'utterance'>): void;
  say(text: string, options: LineOptions): void;
}

export function createLines({ scope, faults, voice, settings, speak }: LinesOptions): Lines {
  let spoken = 0;

  const lines: Lines = {
    utterance: (sentences) =>
      createUtterance({
        scope,
        sentences,
        synthesize: (text, signal) =>
          faults.stream(
            'voice',
            (attempt) =>
              voice.synthesize({
                text,
                signal: attempt,
                ...(settings.voiceId === undefined ? {} : { voiceId: settings.voiceId }),
                ...(settings.voiceSpeed === undefined ? {} : { speed: settings.voiceSpeed }),
              }),
            signal,
          ),
      }),
    speak(utterance, plan) {
      spoken += 1;
      speak({ id: `assistant-${spoken}`, utterance, ...plan });
    },
    say(text, options) {
      lines.speak(
        lines.utterance(() => sentencesOf(text)),
        options,
      );
    },
  };
  return lines;
}

async function* sentencesOf(text: string): AsyncGenerator<string, void> {
  const splitter = createSentenceSplitter();
  yield* splitter.push(text);
  yield* splitter.flush();
}
