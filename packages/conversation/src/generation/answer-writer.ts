import type { Memory } from '../history/memory.ts';
import { createSentenceSplitter } from '../playout/sentence-splitter.ts';
import type { SpeechFactory } from '../playout/speech-factory.ts';
import type { Utterance } from '../playout/utterance.ts';
import { createAsyncQueue } from '../scope/async-queue.ts';
import type { CallScope } from '../scope/call-scope.ts';
import { type Faults, ProviderError } from '../scope/faults.ts';
import { untilAborted } from '../scope/until-aborted.ts';
import type { ConversationSettings } from '../session/port.ts';
import type { Model, ModelMessage } from './model.ts';
import { createModelRound, type ModelRoundOptions } from './model-round.ts';
import { createToolRounds, type ToolRoundOptions } from './tool-round.ts';
import {
  TOOL_ROUNDS_MAX,
  type ToolCall,
  type ToolEffect,
  type ToolResult,
  type ToolRunner,
} from './tools.ts';

export interface AnswerWriterOptions extends Pick<ModelRoundOptions, 'otherHearings'> {
  readonly scope: CallScope;
  readonly settings: ConversationSettings;
  readonly model: Model;
  readonly tools: ToolRunner;
  readonly memory: Pick<Memory, 'addTools'>;
  readonly faults: Faults;
  readonly speech: SpeechFactory;
  readonly onToolCalls: (calls: readonly ToolCall[]) => void;
  readonly onToolResult: (result: ToolResult) => void;
  readonly onToolLines: ToolRoundOptions['onToolLines'];
  /** A tool finished with this effect after its answer had been cut. */
  readonly onLateEffect: (effect: ToolEffect) => void;
}

export interface Answer {
  readonly utterance: Utterance;
  /** What a tool does to the conversation once the answer has been spoken; null: nothing, or not known yet. */
  readonly effect: ToolEffect | null;
  /** Lets tools run. An answer that may still be discarded must not: their effects cannot be undone. */
  commit(): void;
}

/** Writes answers: asks the model, runs its tools and asks again, and hands over each sentence as it closes. */
export interface AnswerWriter {
  /** Tools are running whose results the next answer needs. */
  readonly busy: boolean;
  /** `read` returns the messages to answer; it is called when the answer begins and no tool is running. */
  write(read: () => readonly ModelMessage[]): Answer;
}

export function createAnswerWriter(options: AnswerWriterOptions): AnswerWriter {
  const { speech } = options;
  const askModel = createModelRound(options);
  const toolRounds = createToolRounds(options);
  const { running } = toolRounds;

  return {
    get busy() {
      return running.size > 0;
    },
    write(read) {
      const committed = Promise.withResolvers<void>();
      let effect: ToolEffect | null = null;

      /** Reads the model at its own pace: a server may close a stream that waits for the voice. */
      async function compose(signal: AbortSignal, push: (sentence: string) => void) {
        if (running.size > 0) await untilAborted(Promise.allSettled(running), signal);
        let messages = read();
        let wordless = true;
        const say = (sentence: string) => {
          wordless = false;
          push(sentence);
        };
        for (let round = 0; ; round += 1) {
          const mayCallTools = round < TOOL_ROUNDS_MAX;
          const { text, calls } = await askModel({ messages, mayCallTools, signal, say });
          if (calls.length === 0) break;
          await untilAborted(committed.promise, signal);
          const onSay = (words: string) => splitAll(words).forEach(say);
          const work = toolRounds.run({ calls, messages, onSay });
          void work.then((results) => {
            const late = results.find((one) => one.effect !== undefined)?.effect;
            if (late !== undefined && signal.aborted) options.onLateEffect(late);
          });
          const results = await untilAborted(work, signal);
          effect = results.find((one) => one.effect !== undefined)?.effect ?? null;
          const spoken = results.flatMap((one) => splitAll(one.say ?? ''));
          spoken.forEach(say);
          if (effect !== null || spoken.length > 0) return;
          messages = [
            ...messages,
            { role: 'assistant', content: text, toolCalls: calls },
            ...results.map(
              ({ content, toolCallId }): ModelMessage => ({ role: 'tool', content, toolCallId }),
            ),
          ];
        }
        if (wordless) throw new ProviderError('model', new Error('The model gave no words.'));
      }

      const utterance = speech.utterance((signal) => {
        const sentences = createAsyncQueue<string>();
        void compose(signal, sentences.push).then(sentences.close, sentences.fail);
        return sentences;
      });
      return {
        utterance,
        commit: committed.resolve,
        get effect() {
          return effect;
        },
      };
    },
  };
}

function splitAll(text: string): string[] {
  const splitter = createSentenceSplitter();
  return [...splitter.push(text), ...splitter.flush()];
}
