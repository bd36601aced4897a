import { describe, expect, it } from 'vitest';
import { type ConversationKit, createConversationKit } from '../../testing/conversation-kit.ts';
import type { Model, ModelMessage } from '../model.ts';
import { createCircuit } from './circuit.ts';
import { createGuardedModel, type TakeoverReason } from './guarded-model.ts';

const PROMPT = 'You are a guide. The demo is free. It takes 30 minutes.';
const GUIDE = 'The guide answers.';

/** What happened, in order. */
type Event = TakeoverReason | `withheld ${string}` | 'cut short';

function createKit(reply: string): ConversationKit & { readonly events: Event[] } {
  const events: Event[] = [];
  const guide: Model = {
    provider: 'kindling',
    async *respond() {
      yield GUIDE;
    },
  };
  const kit = createConversationKit({
    settings: { systemPrompt: PROMPT },
    reply: () => reply,
    wrapModel: (model, clock) =>
      createGuardedModel({
        model,
        guide,
        clock,
        circuit: createCircuit({ now: clock.now }),
        onTakeover: (reason) => events.push(reason),
        onWithheld: (fault) => events.push(`withheld ${fault}`),
        onCutShort: () => events.push('cut short'),
      }),
  });
  kit.conversation.start();
  return Object.assign(kit, { events });
}

/** A typed turn, and all that is said to it. */
async function ask(kit: ConversationKit, content = 'Tell me about the demo.') {
  const before = kit.finals('assistant').length;
  kit.conversation.handleMessage({ type: 'add-message', message: { role: 'user', content } });
  await kit.run(6_000);
  return kit.finals('assistant').slice(before);
}

function memoryOf(kit: ConversationKit): readonly ModelMessage[] {
  return kit.model.asked.at(-1)?.messages ?? [];
}

describe('a language model with the guide behind it', () => {
  it('answers itself while it is well', async () => {
    const kit = createKit('The demo is free. It takes thirty minutes.');
    expect(await ask(kit)).toEqual(['The demo is free.', 'It takes thirty minutes.']);
    expect(kit.events).toEqual([]);
  });

  it('has a second for its first words, and then the guide is heard, once', async () => {
    const kit = createKit('The demo is free.');
    kit.scripts.model.hangs = true;
    const asked = kit.clock.now();
    expect(await ask(kit)).toEqual([GUIDE]);
    expect(kit.events).toEqual(['slow']);
    expect(kit.scripts.model.aborted).toBe(1);
    const heard = kit.messages.find(({ message }) => message.type === 'voice-input')?.at ?? 0;
    expect(heard - asked).toBe(1_000);
  });

  it('gives way at once when it fails, and the same turn is answered', async () => {
    const kit = createKit('The demo is free.');
    kit.scripts.model.failures = 1;
    expect(await ask(kit)).toEqual([GUIDE]);
    expect(kit.events).toEqual(['failed']);
    expect(kit.faults).toEqual([]);
  });

  it('reads what the guide said as its own words afterwards', async () => {
    const kit = createKit('The demo is free.');
    kit.scripts.model.failures = 1;
    await ask(kit, 'First?');
    expect(await ask(kit, 'Second?')).toEqual(['The demo is free.']);
    expect(memoryOf(kit)).toEqual([
      { role: 'system', content: PROMPT },
      { role: 'user', content: 'First?' },
      { role: 'assistant', content: GUIDE },
      { role: 'user', content: 'Second?' },
    ]);
  });

  it('is left alone for half a minute after two failures in a row', async () => {
    const kit = createKit('The demo is free.');
    kit.scripts.model.failures = 2;
    for (const _ of ['first', 'second', 'third']) await ask(kit);
    expect(kit.events).toEqual(['failed', 'failed', 'resting']);
    expect(kit.scripts.model.requests).toBe(2);
    // The second failure was a little more than two turns of six seconds ago.
    await kit.run(12_000);
    await ask(kit);
    expect(kit.events.at(-1)).toBe('resting');
    await kit.run(3_000);
    expect(await ask(kit)).toEqual(['The demo is free.']);
    expect(kit.scripts.model.requests).toBe(3);
  });

  it('is not heard where it makes something up', async () => {
    const kit = createKit('The demo is free. It takes 45 minutes. Would you like to book it?');
    expect(await ask(kit)).toEqual(['The demo is free.', 'Would you like to book it?']);
    expect(kit.events).toEqual(['withheld number']);
  });

  it('leaves the turn to the guide where all of it is made up', async () => {
    const kit = createKit('Sure! It takes 45 minutes. That includes a talk with Sarah.');
    expect(await ask(kit)).toEqual([GUIDE]);
    expect(kit.events).toEqual(['withheld number', 'withheld name', 'withheld']);
  });

  it('does not answer who may be in danger', async () => {
    const kit = createKit('The demo is free.');
    await ask(kit, 'I want to kill myself.');
    await ask(kit, 'What can I do?');
    expect(kit.finals('assistant')).toEqual([GUIDE, GUIDE]);
    expect(kit.scripts.model.requests).toBe(0);
  });

  it('is not blamed for a caller who speaks on', async () => {
    const kit = createKit('The demo is free.');
    kit.scripts.model.latency = 900;
    for (const _ of ['first', 'second', 'third']) {
      kit.conversation.handleMessage({
        type: 'add-message',
        message: { role: 'user', content: 'Tell me.' },
      });
      await kit.run(500);
      await kit.say('wait what is it');
    }
    await kit.run(6_000);
    expect(kit.events).toEqual([]);
    expect(kit.finals('assistant').at(-1)).toBe('The demo is free.');
  });
});

describe('a stream', () => {
  const guide: Model = {
    provider: 'kindling',
    async *respond() {
      yield GUIDE;
    },
  };

  async function answer(respond: Model['respond'], maxTokens?: number) {
    const kit = createConversationKit();
    const events: Event[] = [];
    const model = createGuardedModel({
      model: { provider: 'test', respond },
      guide,
      clock: kit.clock,
      circuit: createCircuit({ now: kit.clock.now }),
      onTakeover: (reason) => events.push(reason),
      onWithheld: (fault) => events.push(`withheld ${fault}`),
      onCutShort: () => events.push('cut short'),
    });
    const pieces: unknown[] = [];
    const messages: ModelMessage[] = [
      { role: 'system', content: PROMPT },
      { role: 'user', content: 'Tell me.' },
    ];
    const reading = (async () => {
      const request = { messages, ...(maxTokens !== undefined && { maxTokens }) };
      for await (const piece of model.respond(request)) pieces.push(piece);
    })();
    await kit.clock.advance(10_000);
    await reading;
    return { pieces, events, timers: kit.clock.pending };
  }

  it('that breaks before its first sentence is over leaves the turn to the guide', async () => {
    const result = await answer(async function* () {
      yield 'The demo is ';
      throw new Error('broken');
    });
    expect(result).toEqual({ pieces: [GUIDE], events: ['failed'], timers: 0 });
  });

  it('that breaks later ends with its last whole sentence', async () => {
    const result = await answer(async function* () {
      yield 'The demo is free. It takes ';
      throw new Error('broken');
    });
    expect(result).toEqual({
      pieces: ['The demo is free. '],
      events: ['cut short'],
      timers: 0,
    });
  });

  it('that begins and then stands still does not hold up the caller, though it ignores its signal', async () => {
    const result = await answer(async function* () {
      yield 'The demo ';
      await new Promise(() => {});
    });
    expect(result).toEqual({ pieces: [GUIDE], events: ['slow'], timers: 0 });
  });

  it('without a word leaves the turn to the guide', async () => {
    const result = await answer(async function* () {});
    expect(result).toEqual({ pieces: [GUIDE], events: ['failed'], timers: 0 });
  });

  it.each([
    ['used up its tokens leaves out its last half sentence', 10, ['The demo is free. ']],
    ['ends without a full stop is spoken whole', 160, ['The demo is free. ', 'It takes thirty ']],
  ])('that %s', async (_, maxTokens, pieces) => {
    const result = await answer(async function* () {
      yield 'The demo is free. It takes thirty';
    }, maxTokens);
    expect(result).toEqual({ pieces, events: [], timers: 0 });
  });

  it('may ask for a tool, after what it says first', async () => {
    const call = { type: 'tool-call', id: 'a', name: 'end_call', arguments: '{}' } as const;
    const result = await answer(async function* () {
      yield 'The demo is free';
      yield call;
    });
    expect(result).toEqual({ pieces: ['The demo is free ', call], events: [], timers: 0 });
  });
});
