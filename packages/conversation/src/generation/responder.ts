import type { TurnTiming } from '@kindling/protocol';
import { dueTurnLast } from '../history/due-turn-last.ts';
import type { Memory } from '../history/memory.ts';
import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { SpeechOutcome } from '../playout/speech-player.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { Faults } from '../scope/faults.ts';
import type { ConversationSettings } from '../session/port.ts';
import { type Answer, createAnswerWriter } from './answer-writer.ts';
import type { Model, ModelMessage } from './model.ts';
import type { ToolCall, ToolEffect, ToolResult, ToolRunner } from './tools.ts';
import { measureTurn, type TurnMarks } from './turn-timing.ts';

export interface ResponderOptions {
  readonly scope: CallScope;
  readonly settings: ConversationSettings;
  readonly model: Model;
  readonly tools: ToolRunner;
  readonly memory: Memory;
  readonly faults: Faults;
  readonly speech: SpeechFactory;
  /** Nothing is being said, nobody is speaking, the assistant may speak. */
  readonly mayAnswer: () => boolean;
  readonly onTiming: (timing: TurnTiming) => void;
  readonly onHang: () => void;
  readonly onToolCalls: (calls: readonly ToolCall[]) => void;
  readonly onToolResult: (result: ToolResult) => void;
  /** What a tool does to the conversation, once the words that came with it were said. */
  readonly onEffect: (effect: ToolEffect) => void;
}

/** Answers turns: decides when an answer is written, said, kept ready or dropped. */
export interface Responder {
  /** Prepares the answer to a turn that may end with these words (TURN-15). */
  generatePreemptively(text: string): void;
  cancelPreemptive(): void;
  /** The turn in memory is to be answered, as soon as the floor is free; null: it was typed. */
  respond(marks: TurnMarks | null): void;
  /** The floor may have become free. */
  handleFloorFree(): void;
  /** The first message, made by the model. */
  greet(interruptible: boolean): void;
  /** Forgets what is due and prepared. */
  close(): void;
}

const HANG_TIMEOUT = 5_000;
const GREETING_PROMPT =
  'The call has just started. Greet the person and open the conversation in one or two short sentences.';

export function createResponder(options: ResponderOptions): Responder {
  const { scope, memory, speech } = options;
  const writer = createAnswerWriter({
    ...options,
    // Who spoke over the end of the call is answered; who was to be handed over still is.
    onLateEffect: (effect) => effect.type === 'handoff' && options.onEffect(effect),
  });
  let preemptive: { readonly key: string; readonly answer: Answer } | null = null;
  let due: { readonly marks: TurnMarks | null } | null = null;

  function takePreemptive(key: string): Answer | null {
    const prepared = preemptive?.key === key && !writer.busy ? preemptive.answer : null;
    if (prepared === null) cancelPreemptive();
    preemptive = null;
    return prepared;
  }

  function cancelPreemptive() {
    preemptive?.answer.utterance.abort();
    preemptive = null;
  }

  function answer(marks: TurnMarks | null) {
    const readMessages = () => dueTurnLast(memory.modelMessages());
    const written = takePreemptive(JSON.stringify(readMessages())) ?? writer.write(readMessages);
    const { utterance } = written;
    const cancelHang = scope.after(HANG_TIMEOUT, options.onHang);
    let heard = false;
    written.commit();
    speech.speak(utterance, {
      interruptible: true,
      onHeard() {
        heard = true;
        cancelHang();
        if (marks !== null) {
          options.onTiming(measureTurn(marks, { ...utterance.marks, heardAt: scope.now() }));
        }
      },
      onDone(outcome) {
        cancelHang();
        // Cut unheard: the turn still wants its answer, with whatever is said meanwhile (TURN-17).
        if (outcome.kind === 'cut' && !heard && written.effect === null) due ??= { marks: null };
        if (outcome.kind === 'spoken') options.faults.recordSuccess();
        takeEffect(written, outcome);
      },
    });
  }

  function takeEffect({ effect }: Answer, outcome: SpeechOutcome) {
    if (effect === null) return;
    // A goodbye that was spoken over is no end.
    if (outcome.kind !== 'cut' || effect.type === 'handoff') options.onEffect(effect);
  }

  function handleFloorFree() {
    if (due === null || !options.mayAnswer()) return;
    const { marks } = due;
    due = null;
    answer(marks);
  }

  return {
    generatePreemptively(text) {
      const messages = memory.modelMessages(text);
      const key = JSON.stringify(messages);
      if (preemptive?.key === key || writer.busy) return;
      cancelPreemptive();
      const prepared = writer.write(() => messages);
      prepared.utterance.prepare();
      preemptive = { key, answer: prepared };
    },
    cancelPreemptive,
    respond(marks) {
      due = { marks };
      handleFloorFree();
    },
    handleFloorFree,
    greet(interruptible) {
      const prompt: ModelMessage = { role: 'system', content: GREETING_PROMPT };
      const greeting = writer.write(() => [...memory.modelMessages(), prompt]);
      greeting.commit();
      speech.speak(greeting.utterance, {
        interruptible,
        onDone: (outcome) => takeEffect(greeting, outcome),
      });
    },
    close() {
      due = null;
      cancelPreemptive();
    },
  };
}
