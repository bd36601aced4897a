import type { TurnTiming } from '@kindling/protocol';
import { dueTurnLast } from '../memory/due-turn-last.ts';
import type { Memory } from '../memory/memory.ts';
import type { Model, ModelMessage } from '../model/port.ts';
import { createAsyncQueue } from './async-queue.ts';
import type { CallScope } from './call-scope.ts';
import { type Faults, ProviderError } from './faults.ts';
import type { Lines } from './lines.ts';
import type { ConversationSettings } from './port.ts';
import { createSentenceSplitter } from './sentence-splitter.ts';
import type { SpeechOutcome } from './speaker.ts';
import { measureTurn, type TurnMarks } from './turn-timing.ts';
import type { Utterance } from './utterance.ts';

export interface ResponderOptions {
  readonly scope: CallScope;
  readonly settings: ConversationSettings;
  readonly model: Model;
  readonly memory: Memory;
  readonly faults: Faults;
  readonly lines: Lines;
  /** Nothing is being said, nobody is speaking, the assistant may speak. */
  readonly mayAnswer: () => boolean;
  readonly onTiming: (timing: TurnTiming) => void;
  readonly onHang: () => void;
  readonly onDone: (outcome: SpeechOutcome) => void;
}

/** Answers turns: asks the model, hands its sentences to the voice as they close. */
export interface Responder {
  /** Prepares the answer to a turn that may end with these words (TURN-15). */
  speculate(text: string): void;
  dropSpeculation(): void;
  /** The turn in memory is to be answered, as soon as the floor is free; null: it was typed. */
  respond(marks: TurnMarks | null): void;
  /** The floor may have become free. */
  handleFloorFree(): void;
  /** The first message, made by the model. */
  greet(interruptible: boolean, onDone: (outcome: SpeechOutcome) => void): void;
  /** Forgets what is due and prepared. */
  close(): void;
}

const HANG_AFTER = 5_000;
const GREETING_PROMPT =
  'The call has just started. Greet the person and open the conversation in one or two short sentences.';

export function createResponder(options: ResponderOptions): Responder {
  const { scope, settings, model, memory, faults, lines } = options;
  let speculation: { readonly key: string; readonly utterance: Utterance } | null = null;
  let due: { readonly marks: TurnMarks | null } | null = null;

  function createAnswer(messages: readonly ModelMessage[]): Utterance {
    return lines.utterance((signal) => {
      const sentences = createAsyncQueue<string>();
      void writeAnswer(messages, signal).then(sentences.close, sentences.fail);
      return sentences;

      // Reads the model at its own pace: a stream held up by the voice may be closed by its server.
      async function writeAnswer(request: readonly ModelMessage[], aborted: AbortSignal) {
        const splitter = createSentenceSplitter();
        let count = 0;
        const push = (closed: string[]) => {
          count += closed.length;
          for (const sentence of closed) sentences.push(sentence);
        };
        for await (const piece of askModel(request, aborted)) push(splitter.push(piece));
        push(splitter.flush());
        if (count === 0) throw new ProviderError('model', new Error('The model gave no words.'));
      }
    });
  }

  function askModel(messages: readonly ModelMessage[], signal: AbortSignal) {
    const { temperature, maxTokens } = settings;
    return faults.stream(
      'model',
      (attempt) =>
        model.respond({
          messages,
          signal: attempt,
          ...(temperature === undefined ? {} : { temperature }),
          ...(maxTokens === undefined ? {} : { maxTokens }),
        }),
      signal,
    );
  }

  function takeSpeculation(key: string): Utterance | null {
    const prepared = speculation?.key === key ? speculation.utterance : null;
    if (prepared === null) dropSpeculation();
    speculation = null;
    return prepared;
  }

  function dropSpeculation() {
    speculation?.utterance.abort();
    speculation = null;
  }

  function answer(marks: TurnMarks | null) {
    const messages = dueTurnLast(memory.modelMessages());
    const utterance = takeSpeculation(JSON.stringify(messages)) ?? createAnswer(messages);
    const cancelHang = scope.after(HANG_AFTER, options.onHang);
    let heard = false;
    lines.speak(utterance, {
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
        if (outcome.kind === 'cut' && !heard) due ??= { marks: null };
        options.onDone(outcome);
      },
    });
  }

  function handleFloorFree() {
    if (due === null || !options.mayAnswer()) return;
    const { marks } = due;
    due = null;
    answer(marks);
  }

  return {
    speculate(text) {
      const messages = memory.modelMessages(text);
      const key = JSON.stringify(messages);
      if (speculation?.key === key) return;
      dropSpeculation();
      const utterance = createAnswer(messages);
      utterance.prepare();
      speculation = { key, utterance };
    },
    dropSpeculation,
    respond(marks) {
      due = { marks };
      handleFloorFree();
    },
    handleFloorFree,
    greet(interruptible, onDone) {
      const prompt: ModelMessage = { role: 'system', content: GREETING_PROMPT };
      const utterance = createAnswer([...memory.modelMessages(), prompt]);
      lines.speak(utterance, { interruptible, onDone });
    },
    close() {
      due = null;
      dropSpeculation();
    },
  };
}
