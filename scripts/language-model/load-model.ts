import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of `node-llama-cpp`, which is installed in a folder of its own, what is used here. */
interface Library {
  getLlama(options: object): Promise<{
    loadModel(options: object): Promise<LlamaModel>;
  }>;
}
interface LlamaModel {
  readonly fileInfo: {
    readonly metadata: { readonly tokenizer: { readonly chat_template?: string } };
  };
  tokenize(text: string, specialTokens: boolean): number[];
  detokenize(tokens: readonly number[]): string;
  isEogToken(token: number): boolean;
  createContext(options: object): Promise<{ getSequence(): LlamaSequence }>;
}
interface LlamaSequence {
  readonly nextTokenIndex: number;
  adaptStateToTokens(tokens: readonly number[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>;
  evaluate(tokens: readonly number[], options: object): AsyncIterable<number>;
}
interface TemplateLibrary {
  Template: new (template: string) => { render(values: object): string };
}

interface Message {
  readonly role: string;
  readonly content?: string | null | undefined;
}

interface AnswerLimits {
  readonly temperature: number;
  readonly maxTokens: number;
  /** Does not end where the model would. */
  readonly goesOn: boolean;
  readonly signal: AbortSignal;
}

/** A model with one conversation in memory at a time. */
interface LoadedModel {
  /** The conversation as the model's own template writes it. */
  tokensOf(messages: readonly Message[]): number[];
  /** A piece for each token; ends early when the signal aborts. */
  answer(prompt: readonly number[], limits: AnswerLimits): AsyncIterable<string>;
}

interface LoadOptions {
  /** Folder that the library is installed in. */
  readonly library: string;
  readonly weights: string;
  readonly contextSize: number;
}

/** Tokens of a prompt that are read before it is noticed that the client has gone. */
const READ_AT_ONCE = 128;
/** A character of which only the first bytes have come. */
const UNFINISHED = '\uFFFD';

export async function loadModel({
  library,
  weights,
  contextSize,
}: LoadOptions): Promise<LoadedModel> {
  const { resolve } = createRequire(join(library, 'package.json'));
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
  const { getLlama } = (await load('node-llama-cpp')) as Library;
  const { Template } = (await load('@huggingface/jinja')) as TemplateLibrary;
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    logLevel: 'warn',
  });
  const model = await llama.loadModel({ modelPath: weights });
  const template = new Template(model.fileInfo.metadata.tokenizer.chat_template ?? '');
  // Two wait for each other, and longest where other programs use the machine.
  const context = await model.createContext({ contextSize, sequences: 1, threads: 1 });
  const sequence = context.getSequence();

  async function* tokensFor(prompt: readonly number[], limits: AnswerLimits) {
    const { signal, temperature, maxTokens, goesOn } = limits;
    // What it read before is not read again, as in llama.cpp's own server.
    await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
    let at = sequence.nextTokenIndex;
    for (; at < prompt.length - 1; at += READ_AT_ONCE) {
      if (signal.aborted) return;
      const part = prompt.slice(at, Math.min(at + READ_AT_ONCE, prompt.length - 1));
      await sequence.evaluateWithoutGeneratingNewTokens(part);
    }
    const rest = prompt.slice(sequence.nextTokenIndex);
    let count = 0;
    for await (const token of sequence.evaluate(rest, { temperature, yieldEogToken: true })) {
      if (signal.aborted || (!goesOn && model.isEogToken(token))) return;
      yield token;
      count += 1;
      if (count >= maxTokens) return;
    }
  }

  return {
    tokensOf: (messages) =>
      model.tokenize(template.render({ messages, add_generation_prompt: true }), true),
    async *answer(prompt, limits) {
      const tokens: number[] = [];
      let said = '';
      for await (const token of tokensFor(prompt, limits)) {
        tokens.push(token);
        const text = model.detokenize(tokens);
        const isWhole = !text.endsWith(UNFINISHED);
        yield isWhole ? text.slice(said.length) : '';
        if (isWhole) said = text;
      }
    },
  };
}
