import type { AudioOutput } from '@kindling/protocol/audio-output';
import { createSpeechFactory, type SpeechFactory } from '../playout/speech-factory.ts';
import {
  createSpeechPlayer,
  type SpeechPlan,
  type SpeechPlayer,
} from '../playout/speech-player.ts';
import type { ConversationCore } from './core.ts';
import { saysEndPhrase } from './end-phrases.ts';
import type { PhaseTable } from './phase-table.ts';

export interface AssistantSpeechOptions {
  readonly core: ConversationCore;
  readonly phases: Pick<PhaseTable, 'backOff'>;
  readonly output: AudioOutput;
  /** Something is about to be said. */
  readonly onBegin: () => void;
  /** Nothing more is to be said. */
  readonly onIdle: () => void;
  readonly onInterrupted: () => void;
  readonly onFailed: (error: unknown) => void;
  /** One of the assistant's end-call phrases was heard. */
  readonly onEndPhrase: () => void;
}

/** The assistant's voice: `speech` makes what is to be said, `player` plays it, and what was heard is recorded. */
export function createAssistantSpeech(options: AssistantSpeechOptions): {
  readonly player: SpeechPlayer;
  readonly speech: SpeechFactory;
} {
  const { core, output } = options;
  const { scope, settings, client, recorder } = core;

  const player = createSpeechPlayer({
    scope,
    output,
    onSpeech: recorder.handleAssistantSpeech,
    onVoiceInput: client.voiceInput,
    onSentence: (plan, text) => recorder.handleSentence(plan.id, text, scope.now()),
    onInterrupted() {
      client.interrupted();
      options.onInterrupted();
      const backoff = settings.turnPlan?.backoff ?? 0;
      if (backoff !== 0) options.phases.backOff(backoff);
    },
    onIdle: options.onIdle,
  });

  function speak(plan: SpeechPlan) {
    options.onBegin();
    player.speak({
      ...plan,
      onDone(outcome) {
        recorder.update();
        plan.onDone?.(outcome);
        if (outcome.kind === 'failed') options.onFailed(outcome.error);
        if (outcome.kind === 'spoken' && saysEndPhrase(outcome.text, settings.endCallPhrases)) {
          options.onEndPhrase();
        }
      },
    });
  }

  return {
    player,
    speech: createSpeechFactory({
      scope,
      faults: core.faults,
      voice: () => core.assistant.voice,
      settings,
      speak,
    }),
  };
}
