import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { ConversationCore } from './core.ts';
import type { Ending } from './ending.ts';
import type { Hooks } from './hooks.ts';
import { createLimits, type Limits } from './limits.ts';
import type { PhaseTable } from './phase-table.ts';
import { createReminders, everyReminder, type Reminders } from './reminders.ts';

export interface TimeoutsOptions
  extends Pick<ConversationCore, 'scope' | 'settings' | 'client' | 'beganAt'> {
  readonly phases: Pick<PhaseTable, 'maySpeak' | 'isSilent'>;
  readonly speech: Pick<SpeechFactory, 'say'>;
  readonly hooks: Pick<Hooks, 'timeouts' | 'runTimeout'>;
  readonly conclude: Ending['conclude'];
}

/** Hooks of silence that an assistant can have. */
const MAX_TIMEOUT_HOOKS = 10;

/** The assistant's reminders and the call's limits, over the same silences. */
export function createTimeouts(options: TimeoutsOptions): {
  readonly reminders: Reminders;
  readonly limits: Limits;
} {
  const { scope, settings, phases, conclude } = options;
  const own = createReminders({
    scope,
    plan: () => settings.reminders,
    say(text) {
      if (phases.maySpeak()) options.speech.say(text, { interruptible: true });
    },
  });
  const reminders = everyReminder([
    own,
    ...Array.from({ length: MAX_TIMEOUT_HOOKS }, (_, index) => hookReminders(index, options)),
  ]);
  const limits = createLimits({
    scope,
    reminders,
    silenceTimeoutSeconds: () => settings.silenceTimeoutSeconds,
    maxDurationSeconds: settings.maxDurationSeconds,
    elapsedSeconds: (scope.now() - (options.beganAt ?? scope.now())) / 1_000,
    onSilence: () => conclude('silence-timed-out'),
    onTimeLeft: options.client.timeLeft,
    onMaxDuration: () => conclude('exceeded-max-duration'),
  });
  return { reminders, limits };
}

/** The hook of silence at this place, whichever assistant speaks. */
function hookReminders(index: number, { scope, phases, hooks }: TimeoutsOptions): Reminders {
  const find = () => hooks.timeouts()[index];
  const reminders = createReminders({
    scope,
    plan() {
      const timeout = find()?.timeout;
      return timeout && { ...timeout, messages: [''] };
    },
    say() {
      const hook = find();
      if (hook !== undefined) hooks.runTimeout(hook);
      // Nothing was said, after which the silence would be counted again.
      if (phases.isSilent) reminders.release(true);
    },
  });
  return reminders;
}
