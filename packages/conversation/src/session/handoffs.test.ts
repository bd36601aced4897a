import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../generation/model.ts';
import type { ToolRunner } from '../generation/tools.ts';
import type { Voice } from '../playout/voice.ts';
import { createConversationKit } from '../testing/conversation-kit.ts';
import { VOICE_MS_PER_CHARACTER } from '../testing/scripted-engines.ts';
import type { ActiveAssistant, ConversationSettings, Handoff, HandoffHistory } from './port.ts';

const settings = (own: Partial<ConversationSettings>): ConversationSettings => ({
  systemPrompt: 'You are Bea.',
  firstMessage: null,
  firstMessageMode: 'assistant-speaks-first',
  firstMessageInterruptionsEnabled: true,
  endCallMessage: null,
  endCallPhrases: [],
  silenceTimeoutSeconds: 30,
  maxDurationSeconds: 600,
  interruptionWords: 1,
  ...own,
});

const handOverTo = (destination: string, say: string): ToolRunner => ({
  definitions: [{ name: 'hand_over', description: 'Hand over.', parameters: { type: 'object' } }],
  run: async ({ id, name }) => ({
    ...{ toolCallId: id, name, content: `${destination} takes over.`, failed: false, say },
    effect: { type: 'handoff', destination },
  }),
});

interface Scene {
  readonly own?: Partial<ConversationSettings>;
  readonly say?: string;
  readonly history?: HandoffHistory;
  readonly destination?: string;
  readonly node?: string;
  readonly voice?: Voice;
}

/** Ada hands over to Bea at the first turn. */
function startScene({
  own = {},
  say = 'One moment please.',
  history,
  destination,
  node,
  voice,
}: Scene = {}) {
  const asked: ModelRequest[] = [];
  const bea: Model = {
    provider: 'bea',
    async *respond(request) {
      asked.push(request);
      yield 'Bea answers this.';
    },
  };
  const to: ActiveAssistant = {
    name: 'Bea',
    settings: settings(own),
    model: bea,
    ...(voice === undefined ? {} : { voice }),
    ...(node === undefined ? {} : { node: { name: node, type: 'conversation' } }),
  };
  const handoff: Handoff = { to, history: history ?? 'replace-prompt' };
  const kit = createConversationKit({
    settings: { systemPrompt: 'You are Ada.', voiceId: 'slt' },
    reply: () => [{ type: 'tool-call', id: 'call_1', name: 'hand_over', arguments: '{}' }],
    tools: handOverTo(destination ?? 'Bea', say),
    handOff: (name) => (name === 'Bea' ? handoff : null),
  });
  kit.conversation.start();
  return { kit, asked };
}

describe('a handoff', () => {
  it('says the words of the first, greets in the voice of the second, keeps the transcript', async () => {
    const { kit } = startScene({ own: { firstMessage: 'Hello, Bea here.', voiceId: 'rms' } });
    await kit.say('billing please');
    await kit.run(6_000);
    expect(kit.finals('assistant')).toEqual(['One moment please.', 'Hello, Bea here.']);
    expect(kit.voice.requests.map(({ text, voiceId }) => [text, voiceId])).toEqual([
      ['One moment please.', 'slt'],
      ['Hello, Bea here.', 'rms'],
    ]);
    expect(kit.of('transfer-update')).toEqual([
      {
        type: 'transfer-update',
        destination: { type: 'assistant', assistantName: 'Bea' },
        fromAssistant: { name: null },
        toAssistant: { name: 'Bea' },
      },
    ]);
    const { transcript } = await kit.end();
    expect(transcript).toBe('User: billing please\nAI: One moment please.\nAI: Hello, Bea here.');
  });

  it('lets the second speak with a voice of another provider, at that voice’s rate', async () => {
    const said: string[] = [];
    const voice: Voice = {
      provider: 'hosted',
      sampleRate: 24_000,
      async *synthesize({ text }) {
        said.push(text);
        yield new Int16Array(24_000).fill(9);
      },
      close: async () => {},
    };
    const { kit } = startScene({ own: { firstMessage: 'Hello, Bea here.' }, voice });
    await kit.say('billing please');
    const before = kit.output.writtenSamples;
    await kit.run(6_000);
    expect(said).toEqual(['Hello, Bea here.']);
    expect(kit.voice.spoken).toEqual(['One moment please.']);
    const words = 'One moment please. '.length;
    const first = (words * VOICE_MS_PER_CHARACTER * kit.output.sampleRate) / 1_000;
    const second = kit.output.writtenSamples - before - first;
    expect(Math.abs(second - kit.output.sampleRate)).toBeLessThan(kit.output.sampleRate / 20);
  });

  it('lets the second answer what was asked of the first, knowing what was said', async () => {
    const { kit, asked } = startScene();
    await kit.say('billing please');
    await kit.run(6_000);
    expect(kit.finals('assistant')).toEqual(['One moment please.', 'Bea answers this.']);
    const [request] = asked;
    expect(request?.messages[0]).toEqual({ role: 'system', content: 'You are Bea.' });
    expect(request?.messages.at(-1)).toEqual({ role: 'user', content: 'billing please' });
    expect(JSON.stringify(request?.messages)).not.toContain('You are Ada.');
  });

  it('keeps both prompts where the whole history rolls on', async () => {
    const { kit, asked } = startScene({ history: 'keep-prompts' });
    await kit.say('billing please');
    await kit.run(6_000);
    const prompts = asked[0]?.messages.filter(({ role }) => role === 'system');
    expect(prompts?.map(({ content }) => content)).toEqual(['You are Ada.', 'You are Bea.']);
  });

  it('tells the second nothing where the history is deleted, and keeps it with the call', async () => {
    const { kit, asked } = startScene({ history: 'forget' });
    await kit.say('billing please');
    await kit.run(6_000);
    expect(JSON.stringify(asked[0]?.messages)).not.toContain('billing');
    expect(kit.finals('assistant')).toEqual(['One moment please.', 'Bea answers this.']);
    const { transcript } = await kit.end();
    expect(transcript).toContain('User: billing please');
  });

  it('is silent where nothing is to be said', async () => {
    const { kit } = startScene({ say: '' });
    await kit.say('billing please');
    await kit.run(6_000);
    expect(kit.finals('assistant')).toEqual(['Bea answers this.']);
  });

  it('asks the second from then on, and it waits where it is to wait', async () => {
    const { kit, asked } = startScene({ own: { firstMessageMode: 'assistant-waits-for-user' } });
    await kit.say('billing please');
    await kit.run(6_000);
    expect(asked).toHaveLength(0);
    await kit.say('are you there?');
    await kit.run(4_000);
    expect(asked).toHaveLength(1);
    expect(kit.model.asked).toHaveLength(1);
  });

  it('handoff-spoken-over: who cuts the words of the first is answered by the second', async () => {
    const words = 'One two three four five six seven eight nine ten eleven twelve thirteen.';
    const { kit, asked } = startScene({ say: words, own: { firstMessage: 'Hello, Bea here.' } });
    await kit.say('billing please');
    await kit.until(() => kit.output.played.length > 0);
    await kit.run(500);
    await kit.say('the invoice of May');
    await kit.run(6_000);
    expect(asked.at(-1)?.messages.at(-1)?.content).toContain('the invoice of May');
    expect(kit.finals('assistant').at(-1)).toBe('Bea answers this.');
  });

  it('says so when there is nobody of that name, and the first goes on', async () => {
    const { kit, asked } = startScene({ destination: 'Cy' });
    await kit.say('billing please');
    await kit.run(8_000);
    expect(asked).toHaveLength(0);
    expect(kit.finals('assistant').join(' ')).toContain('I cannot reach them now.');
  });

  it('says which node of a workflow was reached', async () => {
    const { kit } = startScene({ node: 'second' });
    await kit.say('billing please');
    await kit.run(6_000);
    const nodes = kit.of('workflow.node.started').map(({ node }) => node);
    expect(nodes).toEqual([{ name: 'second', type: 'conversation' }]);
    expect(kit.of('transfer-update')).toEqual([]);
  });

  it('brings the patience and the thick skin of the second', async () => {
    const { kit } = startScene({
      own: { firstMessage: 'Bea here, one two three four five.', silenceTimeoutSeconds: 5 },
    });
    await kit.say('billing please');
    await kit.until(() => kit.reports.length > 0, 20_000);
    expect(kit.reports[0]?.endReason).toBe('silence-timed-out');
  });
});
