import { describe, expect, it } from 'vitest';
import type { ToolRunner } from '../../generation/tools.ts';
import type { ActiveAssistant, ConversationSettings } from '../../session/port.ts';
import { createConversationKit, type KitOptions } from '../../testing/conversation-kit.ts';
import { createScriptedStream, type ScriptedStream } from '../../testing/scripted-stream.ts';

const QUESTION = 'How much does it cost?';
const HEARD = 'HOW MUCH DOES IT COST?';
const LONG = 'I would like to know how much it costs for a school of two hundred students?';
const DROPPED = new Error('dropped');

const SETTINGS: ConversationSettings = {
  systemPrompt: 'You are Bea.',
  firstMessage: null,
  firstMessageMode: 'assistant-waits-for-user',
  firstMessageInterruptionsEnabled: true,
  endCallMessage: null,
  endCallPhrases: [],
  silenceTimeoutSeconds: 30,
  maxDurationSeconds: 600,
  interruptionWords: 1,
};

const HAND_OVER: ToolRunner = {
  definitions: [{ name: 'hand_over', description: 'Hand over.', parameters: { type: 'object' } }],
  run: async ({ id, name }) => ({
    ...{ toolCallId: id, name, content: 'Bea takes over.', failed: false },
    effect: { type: 'handoff', destination: 'Bea' },
  }),
};

class RefusedKeyError extends Error {
  readonly retryable = false;
}

function startKit({ count = 1, ...options }: KitOptions & { readonly count?: number } = {}) {
  let streams: ScriptedStream[] = [];
  const kit = createConversationKit({
    glances: true,
    ...options,
    transcribers(clock, lexicon) {
      streams = Array.from({ length: count }, (_, index) =>
        createScriptedStream(clock, lexicon, `elsewhere-${index}`),
      );
      return streams;
    },
  });
  kit.conversation.start();
  const [first] = streams;
  if (first === undefined) throw new Error('There is no stream.');
  return {
    ...kit,
    stream: first,
    streams,
    shown: () =>
      kit
        .of('transcript')
        .filter(({ role, transcriptType }) => role === 'user' && transcriptType === 'partial')
        .map(({ transcript }) => transcript),
    async answer(text: string) {
      await kit.say(text);
      await kit.run(4_000);
      return kit.finals('user').at(-1);
    },
  };
}

describe('a recogniser elsewhere', () => {
  it('HEAR-1, HEAR-3: hears each turn instead of the one here', async () => {
    const kit = startKit();
    expect(await kit.answer(QUESTION)).toBe(HEARD);
    expect(kit.transcriber.lengths).toEqual([]);
    expect(await kit.answer('And for two?')).toBe('AND FOR TWO?');
  });

  it('HEAR-1: is sent nothing but turns', async () => {
    const kit = startKit();
    await kit.run(3_000);
    await kit.rustle(2_000, 200);
    expect(kit.stream.pushed).toEqual([0]);
    await kit.answer(QUESTION);
    const [sent = 0] = kit.stream.pushed;
    await kit.run(5_000);
    expect(kit.stream.pushed).toEqual([sent]);
    expect(sent).toBeGreaterThan(16_000);
  });

  it('HEAR-2: shows words as they are said, without a glance', async () => {
    const kit = startKit();
    await kit.say(LONG);
    const shown = kit.shown();
    expect(shown.length).toBeGreaterThanOrEqual(4);
    expect(shown.every((text) => LONG.toUpperCase().startsWith(text))).toBe(true);
    expect(kit.scripts.glance.requests).toBe(0);
  });

  it('HEAR-2: shows none while the assistant speaks', async () => {
    const kit = startKit({ settings: { firstMessage: LONG.repeat(3) } });
    await kit.run(1_000);
    await kit.say('mm-hmm.');
    expect(kit.shown()).toEqual([]);
  });

  it('HEAR-3: that never answers is replaced, and nothing that was said is lost', async () => {
    const kit = startKit();
    kit.stream.script.hangs = true;
    expect(await kit.answer(QUESTION)).toBe(QUESTION);
    expect(kit.faults.map(({ stage }) => stage)).toEqual(['transcriber']);
    expect(kit.stream.opened).toBe(2);
  });

  it('HEAR-3: that comes too late is not heard any more', async () => {
    const kit = startKit();
    kit.stream.script.latency = 1_700;
    expect(await kit.answer(QUESTION)).toBe(QUESTION);
    kit.stream.script.latency = 150;
    expect(await kit.answer('And for two?')).toBe('AND FOR TWO?');
    expect(kit.finals('user')).toEqual([QUESTION, 'AND FOR TWO?']);
  });

  it('HEAR-4: that drops in the middle of a sentence is connected to anew, and hears all of it', async () => {
    const kit = startKit();
    await kit.say('I would like to know');
    kit.stream.breakOff(DROPPED);
    expect(await kit.answer('how much it costs?')).toBe('I WOULD LIKE TO KNOW HOW MUCH IT COSTS?');
    expect(kit.transcriber.lengths).toEqual([]);
  });

  it('HEAR-4: that drops twice is heard no more, and the one here hears all of the sentence', async () => {
    const kit = startKit();
    await kit.say('I would like');
    kit.stream.breakOff(DROPPED);
    await kit.say('to know');
    kit.stream.breakOff(DROPPED);
    expect(await kit.answer('how much it costs?')).toBe('I would like to know how much it costs?');
    expect(await kit.answer(QUESTION)).toBe(QUESTION);
    expect([kit.stream.opened, kit.stream.live]).toEqual([2, 0]);
    expect(kit.scripts.glance.requests).toBeGreaterThan(0);
  });

  it('HEAR-4: that ends its line whenever nobody speaks is connected to anew with each turn', async () => {
    const kit = startKit();
    for (let turn = 1; turn <= 4; turn += 1) {
      expect(await kit.answer(QUESTION)).toBe(HEARD);
      kit.stream.breakOff(DROPPED);
      await kit.run(2_000);
      expect([kit.stream.opened, kit.stream.live]).toEqual([turn, 0]);
    }
    expect(kit.faults).toEqual([]);
    expect(kit.transcriber.lengths).toEqual([]);
  });

  it('HEAR-4: that has given words since it dropped is forgiven again', async () => {
    const kit = startKit();
    for (let turn = 1; turn <= 3; turn += 1) {
      await kit.say('I would like to know');
      kit.stream.breakOff(DROPPED);
      expect(await kit.answer('how much it costs?')).toBe(
        'I WOULD LIKE TO KNOW HOW MUCH IT COSTS?',
      );
    }
    expect(kit.transcriber.lengths).toEqual([]);
  });

  it('HEAR-4: that refuses the key is not asked again', async () => {
    const kit = startKit();
    kit.stream.breakOff(new RefusedKeyError('401'));
    await kit.run(20);
    kit.stream.breakOff(new RefusedKeyError('401'));
    expect(await kit.answer(QUESTION)).toBe(QUESTION);
    expect(kit.stream.opened).toBe(1);
    expect(kit.faults).toHaveLength(1);
  });

  it('HEAR-4: is followed by the next that the assistant names', async () => {
    const kit = startKit({ count: 2 });
    await kit.run(20);
    kit.stream.breakOff(new RefusedKeyError('401'));
    expect(await kit.answer(QUESTION)).toBe(HEARD);
    expect(kit.streams.map(({ opened }) => opened)).toEqual([1, 1]);
  });

  it('HEAR-4: has not failed where there are no words', async () => {
    const kit = startKit();
    kit.stream.script.hangs = true;
    await kit.rustle(300);
    await kit.run(4_000);
    expect([kit.faults, kit.stream.opened]).toEqual([[], 1]);
  });

  it('HEAR-5: is not asked about speech over the assistant', async () => {
    const kit = startKit({ settings: { firstMessage: LONG.repeat(3) } });
    await kit.run(1_000);
    expect(await kit.answer('Stop, what does it cost?')).toBe('STOP, WHAT DOES IT COST?');
    expect(kit.transcriber.lengths.length).toBeGreaterThan(0);
  });

  it('TURN-16: of a long turn gives every word once', async () => {
    const kit = startKit();
    await kit.say(`${LONG} ${LONG} ${LONG}`, 600);
    await kit.run(600);
    expect(await kit.answer(QUESTION)).toBe(`${LONG} ${LONG} ${LONG} ${QUESTION}`.toUpperCase());
  });

  it('belongs to its assistant: after a handoff the next one’s hears', async () => {
    const own: ScriptedStream[] = [];
    const kit = createConversationKit({
      transcribers(clock, lexicon) {
        own.push(createScriptedStream(clock, lexicon), createScriptedStream(clock, lexicon));
        return own.slice(0, 1);
      },
      tools: HAND_OVER,
      reply: () => [{ type: 'tool-call', id: '1', name: 'hand_over', arguments: '{}' }],
      handOff: () => ({ to: { ...next, transcribers: own.slice(1) }, history: 'replace-prompt' }),
    });
    const next: ActiveAssistant = { name: 'Bea', settings: SETTINGS, model: kit.model };
    kit.conversation.start();
    await kit.say(QUESTION);
    await kit.run(4_000);
    expect(own.map(({ live }) => live)).toEqual([0, 1]);
  });

  it('is closed with the call, and opened by none that hears nothing', async () => {
    const kit = startKit();
    await kit.run(100);
    expect(kit.stream.live).toBe(1);
    await kit.end();
    await kit.run(100);
    expect([kit.stream.opened, kit.stream.live]).toEqual([1, 0]);
  });
});
