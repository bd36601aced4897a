import type { TurnTiming } from '@kindling/protocol';
import { dueTurnLast } from '../history/due-turn-last.ts';
import type { Memory } from '../history/memory.ts';
import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { SpeechOutcome } from '../playout/speech-player.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { Faults } from '../scope/faults.ts';
import type { ConversationSettings } from '../session/port.ts';
import { type Answer, type AnswerWriterOptions, createAnswerWriter } from './answer-writer.ts';
import type { Model, ModelMessage } from './model.ts';
import type { ToolRoundOptions } from './tool-round.ts';
import type { ToolCall, ToolEffect, ToolResult, ToolRunner } from './tools.ts';
import { measureTurn, type TurnMarks } from './turn-timing.ts';

export interface ResponderOptions extends Pick<AnswerWriterOptions, 'otherHearings'> {
  readonly scope: CallScope;
  readonly settings: ConversationSettings;
  readonly model: Model;
  readonly tools: ToolRunner;
  readonly memory: Memory;
  readonly faults: Faults;
  readonly speech: SpeechFactory;
  /** Whether the assistant may speak and the floor is free. */
  readonly mayAnswer: () => boolean;
  readonly onTiming: (timing: TurnTiming) => void;
  readonly onHang: () => void;
  readonly onToolCalls: (calls: readonly ToolCall[]) => void;
  readonly onToolResult: (result: ToolResult) => void;
  readonly onToolLines: ToolRoundOptions['onToolLines'];
  /** What a tool does to the conversation, after the words that came with it. */
  readonly onEffect: (effect: ToolEffect) => void;
}

/** Answers turns: decides when an answer is generated, spoken, kept ready or dropped. */
export interface Responder {
  /** An answer is due, or a tool runs. */
  readonly busy: boolean;
  /** Prepares the answer to a turn that may end with these words, or go on with the last one (TURN-15, TURN-36). */
  generatePreemptively(text: string, goesOn: boolean): void;
  cancelPreemptive(): void;
  /**
   * Answers the turn in memory as soon as the floor is free. `marks` is null for a typed turn. `anew`: it was handed
   * over by another assistant, with whatever tools that one called.
   */
  respond(marks: TurnMarks | null, anew?: boolean): void;
  /** The floor may have become free. */
  handleFloorFree(): void;
  /** Says what the model writes by itself: a first message, or what `prompt` asks for. */
  greet(interruptible: boolean, prompt?: string): void;
  /** Drops the answer that is due and the one kept ready. */
  close(): void;
}

/** An answer that is not heard after this long is reported as a hang, ms. */
const HANG_TIMEOUT = 5_000;
const GREETING_PROMPT =
  'The call has just started. Greet the person and open the conversation in one or two short sentences.';

export function createResponder(options: ResponderOptions): Responder {
  const { scope, memory, speech } = options;
  const writer = createAnswerWriter({
    ...options,
    // A caller who spoke over a goodbye gets an answer; a handoff still takes place (TOOL-6).
    onLateEffect: (effect) => effect.type === 'handoff' && options.onEffect(effect),
  });
  let preemptive: { readonly key: string; readonly answer: Answer } | null = null;
  let due: { readonly marks: TurnMarks | null; readonly anew?: boolean | undefined } | null = null;

  /** What an answer is to: the same words may by now have been heard otherwise, too. */
  const keyOf = (messages: readonly ModelMessage[]) =>
    JSON.stringify([messages, options.otherHearings.of(messages.at(-1)?.content ?? '')]);

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

  function answer(marks: TurnMarks | null, anew?: boolean) {
    const readMessages = () => dueTurnLast(memory.modelMessages(), anew);
    const written = takePreemptive(keyOf(readMessages())) ?? writer.write(readMessages);
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
        // Cut before any of it was heard: the turn is still to be answered, with what was said since (TURN-17).
        if (outcome.kind === 'cut' && !heard && written.effect === null) due ??= { marks: null };
        if (outcome.kind === 'spoken') options.faults.recordSuccess();
        takeEffect(written, outcome);
      },
    });
  }

  function takeEffect({ effect }: Answer, outcome: SpeechOutcome) {
    if (effect === null) return;
    // A goodbye that was spoken over does not end the call (TOOL-6).
    if (outcome.kind !== 'cut' || effect.type === 'handoff') options.onEffect(effect);
  }

  function handleFloorFree() {
    if (due === null || !options.mayAnswer()) return;
    const { marks, anew } = due;
    due = null;
    answer(marks, anew);
  }

  return {
    get busy() {
      return due !== null || writer.busy;
    },
    generatePreemptively(text, goesOn) {
      const messages = memory.modelMessages(text, goesOn);
      const key = keyOf(messages);
      if (preemptive?.key === key || writer.busy) return;
      cancelPreemptive();
      const prepared = writer.write(() => messages);
      prepared.utterance.prepare();
      preemptive = { key, answer: prepared };
    },
    cancelPreemptive,
    respond(marks, anew) {
      due = { marks, anew };
      handleFloorFree();
    },
    handleFloorFree,
    greet(interruptible, prompt = GREETING_PROMPT) {
      const asked: ModelMessage = { role: 'system', content: prompt };
      const greeting = writer.write(() => [...memory.modelMessages(), asked]);
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
