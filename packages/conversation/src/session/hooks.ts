import type { EndReason } from '@kindling/protocol';
import type { Responder } from '../generation/responder.ts';
import type { Memory } from '../history/memory.ts';
import type { SpeechFactory } from '../playout/speech-factory.ts';
import { createHookTools, type HookToolsOptions } from './hook-tools.ts';
import type { PhaseTable } from './phase-table.ts';
import type { ReminderPlan } from './reminders.ts';

/** What an assistant does when something happens in its conversation. */
export interface Hook {
  readonly on: HookEvent;
  /** Of `call.ending`: only for these. */
  readonly reasons?: readonly string[];
  /** Of `customer.speech.timeout`. */
  readonly timeout?: Omit<ReminderPlan, 'messages'>;
  readonly actions: readonly HookAction[];
}

export type HookEvent =
  | 'call.ending'
  | 'assistant.speech.interrupted'
  | 'customer.speech.interrupted'
  | 'customer.speech.timeout';

export type HookAction =
  /** One of these after another, each time. */
  | { readonly type: 'say'; readonly texts: readonly string[] }
  /** The model says what this asks for. */
  | { readonly type: 'prompt'; readonly prompt: string }
  | { readonly type: 'tool'; readonly name: string; readonly arguments: string }
  | {
      readonly type: 'add-message';
      readonly role: 'system' | 'assistant';
      readonly content: string;
      readonly respond: boolean;
    };

export interface HooksOptions extends HookToolsOptions {
  /** Read each time: another assistant may have others. */
  readonly settings: { readonly hooks?: readonly Hook[] | undefined };
  readonly phases: Pick<PhaseTable, 'maySpeak'>;
  readonly speech: Pick<SpeechFactory, 'say'>;
  readonly responder: Pick<Responder, 'greet' | 'respond'>;
  readonly memory: Pick<Memory, 'addContext' | 'addTools' | 'modelMessages'>;
}

/** Does what the assistant's hooks ask for. */
export interface Hooks {
  /** A tool of theirs runs, or words wait for the caller's turn to end. */
  readonly busy: boolean;
  /** The caller has cut the assistant: it speaks about that once their turn is over (HOOK-1). */
  handleInterrupted(): void;
  /** The caller's turn is over. `goesOn`: the assistant had begun to answer before it was (HOOK-2). */
  handleTurn(goesOn: boolean): void;
  /** The hooks of silence, in their order. */
  timeouts(): readonly Hook[];
  runTimeout(hook: Hook): void;
  /** What is said before the end, in front of the closing message (HOOK-3). */
  closingWords(reason: EndReason): string | null;
  /** The conversation has ended: runs the tools that are for that. */
  handleEnded(reason: EndReason): void;
}

/** Longest that a tool may take after the end, ms. */
const AFTERWARDS = 60_000;

export function createHooks(options: HooksOptions): Hooks {
  const { scope, phases, speech, responder, memory } = options;
  const tools = createHookTools(options);
  const uses = new WeakMap<HookAction, number>();
  /** To be said when the caller's turn is over. */
  let pending: HookAction[] = [];
  let turns = 0;

  const hooksOf = (event: HookEvent) =>
    (options.settings.hooks ?? []).filter((hook) => hook.on === event);
  const ending = (reason: EndReason) =>
    hooksOf('call.ending')
      .filter(({ reasons }) => reasons === undefined || reasons.includes(reason))
      .flatMap(({ actions }) => actions);

  function wordsOf(action: Extract<HookAction, { type: 'say' }>): string {
    const used = uses.get(action) ?? 0;
    uses.set(action, used + 1);
    return action.texts[used % action.texts.length] ?? '';
  }

  function speak(text: string) {
    if (text !== '' && phases.maySpeak()) speech.say(text, { interruptible: true });
  }

  /** What a tool has to say waits as well, until the turn that is open now is over. */
  function afterTurn(): (text: string) => void {
    const open = turns;
    return (text) => {
      if (turns !== open) speak(text);
      else if (text !== '') pending.push({ type: 'say', texts: [text] });
    };
  }

  function run(action: HookAction, say = speak) {
    switch (action.type) {
      case 'say':
        return speak(wordsOf(action));
      case 'prompt':
        return phases.maySpeak() ? responder.greet(true, action.prompt) : undefined;
      case 'tool':
        return tools.run(action, say);
      case 'add-message':
        memory.addContext(action.role, action.content, scope.now());
        return action.respond && phases.maySpeak() ? responder.respond(null) : undefined;
    }
  }

  const isSpoken = ({ type }: HookAction) => type === 'say' || type === 'prompt';
  /** Actions that speak wait: the caller, who interrupted, is speaking. */
  function runAfterTurn(event: HookEvent, say: (text: string) => void) {
    for (const { actions } of hooksOf(event)) {
      pending.push(...actions.filter(isSpoken));
      for (const action of actions) if (!isSpoken(action)) run(action, say);
    }
  }

  return {
    get busy() {
      return tools.busy || pending.length > 0;
    },
    handleInterrupted: () => runAfterTurn('assistant.speech.interrupted', afterTurn()),
    handleTurn(goesOn) {
      turns += 1;
      if (goesOn) runAfterTurn('customer.speech.interrupted', speak);
      const due = pending;
      pending = [];
      for (const action of due) run(action);
    },
    timeouts: () => hooksOf('customer.speech.timeout'),
    runTimeout({ actions }) {
      for (const action of actions) run(action);
    },
    closingWords(reason) {
      const words = ending(reason).flatMap((one) => (one.type === 'say' ? [wordsOf(one)] : []));
      return words.length === 0 ? null : words.join(' ');
    },
    handleEnded(reason) {
      const signal = AbortSignal.timeout(AFTERWARDS);
      for (const action of ending(reason))
        if (action.type === 'tool') tools.runAfterwards(action, signal);
    },
  };
}
