import type { CallScope } from '../scope/call-scope.ts';

/** What an assistant says to a caller who has gone quiet. */
export interface ReminderPlan {
  /** Said in turn, then again from the first. */
  readonly messages: readonly string[];
  /** Silence before the first, and between them, ms. */
  readonly after: number;
  /** Reminders in a call, at most. */
  readonly most: number;
  /** Whether the count starts again once the caller has spoken. */
  readonly countAnew: boolean;
}

export interface RemindersOptions {
  readonly scope: CallScope;
  /** Read each time: another assistant may have others. */
  readonly plan: () => ReminderPlan | undefined;
  readonly say: (text: string) => void;
}

/** Speaks to a caller who has gone quiet. Counts the same silences as the limits (TURN-35). */
export interface Reminders {
  hold(): void;
  release(anew: boolean): void;
  /** The caller has spoken or typed. */
  handleTurn(): void;
}

export function createReminders({ scope, plan, say }: RemindersOptions): Reminders {
  let said = 0;
  let due = 0;
  let cancel = () => {};

  function remind() {
    const { messages = [], most = 0 } = plan() ?? {};
    const text = messages[said % Math.max(1, messages.length)];
    if (text === undefined || said >= most) return;
    said += 1;
    say(text);
  }

  return {
    hold: () => cancel(),
    release(anew) {
      cancel();
      const planned = plan();
      if (planned === undefined || said >= planned.most) return;
      const now = scope.now();
      due = anew ? now + planned.after : Math.max(due, now);
      cancel = scope.after(due - now, remind);
    },
    handleTurn() {
      if (plan()?.countAnew === true) said = 0;
    },
  };
}

/** Several as one. */
export function everyReminder(all: readonly Reminders[]): Reminders {
  return {
    hold() {
      for (const one of all) one.hold();
    },
    release(anew) {
      for (const one of all) one.release(anew);
    },
    handleTurn() {
      for (const one of all) one.handleTurn();
    },
  };
}
