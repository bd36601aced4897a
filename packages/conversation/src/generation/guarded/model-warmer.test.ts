import { beforeEach, describe, expect, it } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../testing/virtual-clock.ts';
import type { Model, ModelRequest } from '../model.ts';
import { ModelError } from '../openai/model-error.ts';
import { createCircuit } from './circuit.ts';
import { createGuardedModel } from './guarded-model.ts';
import { createModelWarmer, type ModelWarmer } from './model-warmer.ts';

const LOADING = 20_000;
const MINUTE = 60_000;

let clock: VirtualClock;
let asked: ModelRequest[];
let failure: Error | null;
let told: string[];

/** As Ollama: it loads the model for the first question, and stops loading when who asked goes away. */
function createColdServer() {
  let loaded = false;
  const load = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const cancel = clock.schedule(LOADING, () => {
        loaded = true;
        resolve();
      });
      signal?.addEventListener('abort', () => {
        cancel();
        reject(signal.reason);
      });
    });
  return {
    model: {
      provider: 'openai',
      async *respond(request) {
        asked.push(request);
        if (failure !== null) throw failure;
        if (!loaded) await load(request.signal);
        yield 'It is free.';
      },
    } satisfies Model,
    unload() {
      loaded = false;
    },
  };
}

function createWarmer(model: Model, onWarm: () => void = () => {}): ModelWarmer {
  return createModelWarmer({
    model,
    now: clock.now,
    onWarm(took) {
      told.push(`warm after ${took}`);
      onWarm();
    },
    onFailure: (error) => told.push(error instanceof Error ? error.message : ''),
  });
}

beforeEach(() => {
  clock = createVirtualClock();
  asked = [];
  failure = null;
  told = [];
});

describe('a model that is warmed', () => {
  it('is asked for one word over the prompt of the call', async () => {
    const warmer = createWarmer(createColdServer().model);
    warmer.warm('You are Ember.');
    await clock.advance(LOADING);
    expect(asked).toEqual([
      {
        messages: [
          { role: 'system', content: 'You are Ember.' },
          { role: 'user', content: 'Hello.' },
        ],
        maxTokens: 1,
      },
    ]);
    expect(told).toEqual([`warm after ${LOADING}`]);
  });

  it('is not asked again while it answers, nor for as long as it stays loaded', async () => {
    const warmer = createWarmer(createColdServer().model);
    warmer.warm('');
    warmer.warm('');
    await clock.advance(LOADING);
    await clock.advance(3 * MINUTE);
    warmer.warm('');
    expect(asked).toHaveLength(1);
    warmer.handleWord('');
    await clock.advance(3 * MINUTE);
    warmer.warm('');
    expect(asked).toHaveLength(1);
    await clock.advance(2 * MINUTE);
    warmer.warm('');
    expect(asked).toHaveLength(2);
  });

  it('reads another prompt once, and forgets those of long ago', async () => {
    const warmer = createWarmer(createColdServer().model);
    for (const prompt of ['one', 'two', 'two', 'one']) {
      warmer.warm(prompt);
      await clock.advance(LOADING);
    }
    expect(asked).toHaveLength(2);
    for (let index = 0; index < 8; index += 1) warmer.handleWord(`${index}`);
    warmer.warm('one');
    expect(asked).toHaveLength(3);
  });

  it('is left alone for a while after a failure', async () => {
    failure = new Error('away');
    const warmer = createWarmer(createColdServer().model);
    warmer.warm('');
    await clock.advance(29_999);
    warmer.warm('');
    expect([asked.length, told]).toEqual([1, ['away']]);
    await clock.advance(1);
    warmer.warm('');
    expect(asked).toHaveLength(2);
  });

  it('is warm, too, where its only word was a thought', async () => {
    failure = new ModelError('model_bad_answer', 'no words');
    createWarmer(createColdServer().model).warm('');
    await clock.advance(0);
    expect(told).toEqual(['warm after 0']);
  });
});

describe('a server that stops loading when its caller goes away', () => {
  async function ask(model: Model): Promise<string> {
    let said = '';
    const messages = [
      { role: 'system', content: 'It is free.' },
      { role: 'user', content: 'What is it?' },
    ] as const;
    const reading = (async () => {
      for await (const piece of model.respond({ messages })) said += piece;
    })();
    await clock.advance(5_000);
    await reading;
    return said.trim();
  }

  it('answers calls once it was warmed, and soon', async () => {
    const { model } = createColdServer();
    const circuit = createCircuit({ now: clock.now });
    const warmer = createWarmer(model, circuit.recover);
    const guide: Model = {
      provider: 'kindling',
      async *respond() {
        yield 'The guide answers.';
      },
    };
    const guarded = createGuardedModel({
      ...{ model, guide, circuit, clock },
      onTakeover: (reason) => reason === 'slow' && warmer.warm(''),
      onWithheld() {},
      onCutShort() {},
    });
    const said: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) said.push(await ask(guarded));
    // Turns of five seconds: it loads from the first one on, for twenty.
    expect(said).toEqual([...Array.from({ length: 5 }, () => 'The guide answers.'), 'It is free.']);
  });
});
