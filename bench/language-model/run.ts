/**
 * What a language model with real weights says to callers' questions, and what the check of facts makes of it.
 * `node bench/language-model/run.ts [--questions 60] [--from 0] [--minutes 30] [--transcripts]`
 *
 * Asks the model of the tests (SmolLM2-135M: it babbles), or `TEST_LLM_MODEL` at `TEST_LLM_URL`, the questions of
 * `bench/dialogue/seen`, with the prompt that the site's assistant gives it, and waits as long as it takes. Whether a
 * sentence is true is for who reads the transcripts: ✓ was spoken, ✗ withheld.
 */
import { parseArgs } from 'node:util';
import { readBrandContent } from '../../apps/server/src/platform/config/brand-content.ts';
import { withDefaultRules } from '../../packages/conversation/src/generation/default-rules.ts';
import { createEntrySource } from '../../packages/conversation/src/generation/entry-source.ts';
import {
  createFactCheck,
  type Unsupported,
} from '../../packages/conversation/src/generation/fact-check/fact-check.ts';
import { groundModel } from '../../packages/conversation/src/generation/grounded-model.ts';
import { createCircuit } from '../../packages/conversation/src/generation/guarded/circuit.ts';
import { createGuardedModel } from '../../packages/conversation/src/generation/guarded/guarded-model.ts';
import type {
  Model,
  ModelRequest,
  ModelUsage,
} from '../../packages/conversation/src/generation/model.ts';
import { createOpenAiModel } from '../../packages/conversation/src/generation/openai/openai-model.ts';
import { withSpokenStyle } from '../../packages/conversation/src/generation/spoken-style.ts';
import { createSentenceSplitter } from '../../packages/conversation/src/playout/sentence-splitter.ts';
import { provideLanguageModel } from '../../scripts/test-language-model.ts';
import { readQuestions } from '../dialogue/read-questions.ts';
import { median, percentile, printTable } from '../support/table.ts';

interface Heard {
  readonly firstWord: number;
  readonly total: number;
  readonly sentences: number;
  readonly withheld: readonly Unsupported[];
  readonly spoken: number;
  readonly usage: ModelUsage | null;
}

const { values: options } = parseArgs({
  options: {
    questions: { type: 'string', default: '60' },
    from: { type: 'string', default: '0' },
    minutes: { type: 'string', default: '30' },
    transcripts: { type: 'boolean', default: false },
  },
});
const PATIENCE = { firstTokenTimeout: 300_000, totalTimeout: 600_000, idleTimeout: 60_000 };

const questions = readQuestions('seen')
  .filter(({ expect }) => ['answer', 'either', 'decline'].includes(expect.do))
  .slice(Number(options.from), Number(options.from) + Number(options.questions));
const { assistant, facts } = readBrandContent();
const prompt = assistant.model?.messages?.[0]?.content ?? '';

const server = await provideLanguageModel();
if (server === null) process.exit(1);
try {
  const asked = withSpokenStyle(createOpenAiModel({ ...server, ...PATIENCE }));
  const heard: Heard[] = [];
  const end = performance.now() + Number(options.minutes) * 60_000;
  for (const { say } of questions) {
    heard.push(await ask(asked, say));
    if (performance.now() > end) break;
  }
  report(heard);
} finally {
  await server.stop();
}

/** One question, as the server asks it: with the rules, the prompt and what was found. */
async function ask(model: Model, say: string): Promise<Heard> {
  let request: ModelRequest = { messages: [] };
  let usage: ModelUsage | null = null;
  const seen: Model = {
    ...model,
    respond(given) {
      request = given;
      return model.respond(given);
    },
  };
  const grounded = groundModel(withDefaultRules(seen), createEntrySource(facts), 'prompt');
  const started = performance.now();
  let firstWord: number | null = null;
  let answer = '';
  for await (const piece of grounded.respond({
    messages: [
      { role: 'system', content: prompt },
      { role: 'user', content: say },
    ],
    temperature: assistant.model?.temperature ?? 0.3,
    maxTokens: assistant.model?.maxTokens ?? 160,
    onUsage: (taken) => {
      usage = taken;
    },
  })) {
    if (typeof piece !== 'string') continue;
    firstWord ??= performance.now() - started;
    answer += piece;
  }
  const judged = await judge(answer, request);
  if (options.transcripts) print(say, judged.lines);
  return {
    ...judged,
    usage,
    firstWord: firstWord ?? Number.NaN,
    total: performance.now() - started,
  };
}

interface Line {
  readonly sentence: string;
  readonly fault: Unsupported | null;
  readonly spoken: boolean;
}

/** The answer as a call would have it, however long it took. */
async function judge(answer: string, request: ModelRequest) {
  const withheld: Unsupported[] = [];
  const clock = { now: () => 0, schedule: () => () => {} };
  const guarded = createGuardedModel({
    model: {
      provider: 'default',
      async *respond() {
        yield answer;
      },
    },
    guide: { provider: 'kindling', async *respond() {} },
    circuit: createCircuit(clock),
    clock,
    onTakeover() {},
    onWithheld: (fault) => withheld.push(fault),
    onCutShort() {},
  });
  const spoken = new Set<string>();
  for await (const piece of guarded.respond(request))
    if (typeof piece === 'string') spoken.add(piece.trim());
  const splitter = createSentenceSplitter();
  const check = createFactCheck(request.messages);
  const sentences = new Set([...splitter.push(answer), ...splitter.flush()]);
  const lines = Array.from(
    sentences,
    (sentence): Line => ({
      sentence,
      fault: check(sentence),
      spoken: spoken.has(sentence),
    }),
  );
  return { lines, sentences: sentences.size, withheld, spoken: spoken.size };
}

function print(say: string, lines: readonly Line[]): void {
  console.log(`\n? ${say}`);
  for (const { sentence, fault, spoken } of lines)
    console.log(`  ${spoken ? '✓' : '✗'} ${fault === null ? '' : `(${fault}) `}${sentence}`);
}

function report(heard: readonly Heard[]): void {
  const sum = (of: (one: Heard) => number) => heard.reduce((total, one) => total + of(one), 0);
  const kinds = (['number', 'name', 'law', 'promise', 'subject'] as const).map((kind) => [
    `  withheld for a ${kind}`,
    sum(({ withheld }) => withheld.filter((fault) => fault === kind).length),
  ]);
  const prompts = heard.flatMap(({ usage }) => usage?.promptTokens ?? []);
  console.log();
  printTable(
    ['', 'count'],
    [
      ['questions', heard.length],
      ['different sentences', sum(({ sentences }) => sentences)],
      ['  spoken', sum(({ spoken }) => spoken)],
      ...kinds.map(([name, count]) => [String(name), Number(count)]),
      ['answers left to the guide', heard.filter(({ spoken }) => spoken === 0).length],
      ['first word, ms, median', Math.round(median(heard.map(({ firstWord }) => firstWord)))],
      ['answer, ms, median', Math.round(median(heard.map(({ total }) => total)))],
      ['tokens of a prompt, median', median(prompts)],
      ['tokens of a prompt, most', percentile(prompts, 1)],
    ],
  );
}
