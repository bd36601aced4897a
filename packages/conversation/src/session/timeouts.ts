import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { ConversationCore } from './core.ts';
import type { Ending } from './ending.ts';
import { createLimits, type Limits } from './limits.ts';
import type { PhaseTable } from './phase-table.ts';
import { createReminders, type Reminders } from './reminders.ts';

export interface TimeoutsOptions extends Pick<ConversationCore, 'scope' | 'settings' | 'client'> {
  readonly phases: Pick<PhaseTable, 'maySpeak'>;
  readonly speech: Pick<SpeechFactory, 'say'>;
  readonly conclude: Ending['conclude'];
}

/** The assistant's reminders and the call's limits, over the same silences. */
export function createTimeouts(options: TimeoutsOptions): {
  readonly reminders: Reminders;
  readonly limits: Limits;
} {
  const { scope, settings, phases, conclude } = options;
  const reminders = createReminders({
    scope,
    plan: () => settings.reminders,
    say(text) {
      if (phases.maySpeak()) options.speech.say(text, { interruptible: true });
    },
  });
  const limits = createLimits({
    scope,
    reminders,
    silenceTimeoutSeconds: () => settings.silenceTimeoutSeconds,
    maxDurationSeconds: settings.maxDurationSeconds,
    onSilence: () => conclude('silence-timed-out'),
    onTimeLeft: options.client.timeLeft,
    onMaxDuration: () => conclude('exceeded-max-duration'),
  });
  return { reminders, limits };
}
