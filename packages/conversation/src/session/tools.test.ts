import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../generation/model.ts';
import {
  TOOL_ROUNDS_MAX,
  type ToolCall,
  type ToolResult,
  type ToolRunner,
  type ToolRunOptions,
} from '../generation/tools.ts';
import { createConversationKit, type KitOptions } from '../testing/conversation-kit.ts';
import type { VirtualClock } from '../testing/virtual-clock.ts';

const WEATHER = { name: 'weather', description: '', parameters: { type: 'object' } };
const call = (id: string, name = 'weather'): ToolCall => ({
  type: 'tool-call',
  id,
  name,
  arguments: '{"place":"Kiel"}',
});

type Answer = Partial<ToolResult> & { readonly after?: number; readonly waiting?: string };

/** Tools that answer after a while of virtual time. */
function scriptedTools(answer: (call: ToolCall) => Answer) {
  const runs: { readonly call: ToolCall; readonly options: ToolRunOptions }[] = [];
  let clock: VirtualClock | null = null;
  const tools: ToolRunner = {
    definitions: [WEATHER],
    async run(asked, options) {
      runs.push({ call: asked, options });
      const { after = 0, waiting, ...result } = answer(asked);
      if (waiting !== undefined) options.onSay(waiting);
      await new Promise<void>((resolve) => void clock?.schedule(after, resolve));
      const { id: toolCallId, name } = asked;
      return { toolCallId, name, content: 'dry', failed: false, ...result };
    },
  };
  return { tools, runs, use: (given: VirtualClock) => (clock = given) };
}

const lastRole = ({ messages }: ModelRequest) => messages.at(-1)?.role;
/** Asks for a tool first, and then says what came of it. */
const askThenTell = (request: ModelRequest) =>
  lastRole(request) === 'tool' ? `It is ${request.messages.at(-1)?.content}.` : [call('a')];

function start(answer: (call: ToolCall) => Answer, options: KitOptions = {}) {
  const scripted = scriptedTools(answer);
  const kit = createConversationKit({ reply: askThenTell, ...options, tools: scripted.tools });
  scripted.use(kit.clock);
  kit.conversation.start();
  return { kit, runs: scripted.runs };
}

describe('tools in a conversation', () => {
  it('may have the page show something, once, while the model goes on', async () => {
    const { kit } = start(() => ({ openPage: 'booking' }));
    await kit.say('book a demo please');
    await kit.until(() => kit.finals('assistant').length > 0);
    expect(kit.of('open-page')).toEqual([{ type: 'open-page', page: 'booking' }]);
    expect(kit.finals('assistant')).toEqual(['It is dry.']);
  });

  it('run, and the model answers with what came of them', async () => {
    const { kit, runs } = start(() => ({ after: 500 }));
    await kit.say('does it rain?');
    await kit.until(() => kit.finals('assistant').length > 0);
    expect(kit.finals('assistant')).toEqual(['It is dry.']);
    expect(runs).toHaveLength(1);
    expect(kit.model.asked[0]?.tools).toEqual([WEATHER]);
    expect(kit.model.asked.at(-1)?.messages.slice(-3)).toEqual([
      { role: 'user', content: 'does it rain?' },
      { role: 'assistant', content: '', toolCalls: [call('a')] },
      { role: 'tool', content: 'dry', toolCallId: 'a' },
    ]);
    expect(kit.of('tool-calls')).toEqual([
      {
        type: 'tool-calls',
        toolCallList: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'weather', arguments: '{"place":"Kiel"}' },
          },
        ],
      },
    ]);
    const report = await kit.end();
    expect(report.messages.map(({ role }) => role)).toEqual([
      'user',
      'tool_calls',
      'tool_call_result',
      'bot',
    ]);
    expect(report.transcript).toBe('User: does it rain?\nAI: It is dry.');
  });

  it('are remembered in later turns, and pages are not sent what they answered', async () => {
    const { kit } = start(() => ({}));
    await kit.say('does it rain?');
    await kit.until(() => kit.finals('assistant').length > 0);
    await kit.say('and tomorrow?');
    await kit.until(() => kit.model.asked.length >= 3);
    const [, ...later] = kit.model.asked.at(-1)?.messages ?? [];
    expect(later.map(({ role }) => role).slice(0, 4)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    const shown = kit.of('conversation-update').flatMap(({ conversation }) => conversation);
    expect(new Set(shown.map(({ role }) => role))).toEqual(new Set(['user', 'assistant']));
    await kit.end();
  });

  it('TOOL-1: never run for a turn that is only guessed to be over', async () => {
    const { kit, runs } = start(() => ({}));
    kit.scripts.model.latency = 0;
    kit.scripts.transcriber.latency = 0;
    await kit.say('will it rain in Kiel?');
    await kit.until(() => kit.model.asked.length > 0);
    await kit.say('I mean tomorrow?');
    await kit.until(() => kit.finals('assistant').length > 0);
    // Guessed, asked for the whole turn, and asked again with the result.
    expect(kit.model.asked).toHaveLength(3);
    expect(kit.finals('user')).toEqual(['will it rain in Kiel? I mean tomorrow?']);
    expect(runs).toHaveLength(1);
    await kit.end();
  });

  it('TOOL-3: say words while the caller waits', async () => {
    const { kit } = start(() => ({ after: 4_000, waiting: 'Let me look.' }));
    await kit.say('does it rain?');
    await kit.until(() => kit.finals('assistant').length > 1);
    expect(kit.finals('assistant')).toEqual(['Let me look.', 'It is dry.']);
    await kit.end();
  });

  it('TOOL-4: say their own answer instead of the model', async () => {
    const { kit } = start(() => ({ say: 'No rain at all.' }));
    await kit.say('does it rain?');
    await kit.until(() => kit.finals('assistant').length > 0);
    await kit.run(2_000);
    expect(kit.finals('assistant')).toEqual(['No rain at all.']);
    expect(kit.model.asked.filter((one) => lastRole(one) === 'tool')).toEqual([]);
    await kit.end();
  });

  it('TOOL-2: tool-outlives-barge-in: what was begun is finished, and the next answer knows it', async () => {
    const { kit, runs } = start(() => ({ after: 6_000, waiting: 'Let me look for a while now.' }));
    await kit.say('does it rain?');
    await kit.until(() => kit.of('speech-update').some(({ role }) => role === 'assistant'));
    await kit.say('I mean in Bonn please?');
    await kit.until(() => kit.finals('assistant').includes('It is dry.'));
    expect(runs).toHaveLength(1);
    const last = kit.model.asked.at(-1)?.messages ?? [];
    expect(last.some(({ content }) => content.includes('Bonn'))).toBe(true);
    expect(last.some(({ role }) => role === 'tool')).toBe(true);
    await kit.end();
  });

  it('TOOL-6: end the call once the goodbye was said', async () => {
    const { kit } = start(() => ({ say: 'Goodbye then.', effect: { type: 'end-call' } }));
    await kit.say('that is all.');
    await kit.until(() => kit.reports.length > 0);
    expect(kit.reports[0]).toMatchObject({
      endReason: 'assistant-ended-call',
      transcript: 'User: that is all.\nAI: Goodbye then.',
    });
    expect(kit.clock.pending).toBe(0);
  });

  it('TOOL-6: end nothing when the goodbye was spoken over', async () => {
    const reply = (request: ModelRequest) =>
      lastRole(request) === 'tool' || request.messages.some(({ role }) => role === 'tool')
        ? 'Here it is.'
        : [call('a')];
    const say = 'Goodbye then and have a very nice and sunny day my friend.';
    const { kit } = start(() => ({ say, effect: { type: 'end-call' } }), { reply });
    await kit.say('that is all.');
    await kit.until(() => kit.of('speech-update').some(({ role }) => role === 'assistant'));
    await kit.say('no wait one more thing please?');
    await kit.until(() => kit.finals('assistant').includes('Here it is.'));
    expect(kit.reports).toEqual([]);
    await kit.end();
  });

  it('end the call with the closing message where they say nothing', async () => {
    const settings = { endCallMessage: 'Bye now.' };
    const { kit } = start(() => ({ effect: { type: 'end-call' } }), { settings });
    await kit.say('that is all.');
    await kit.until(() => kit.reports.length > 0);
    expect(kit.reports[0]?.transcript).toBe('User: that is all.\nAI: Bye now.');
  });

  it('TOOL-5: are stopped where a model asks for nothing else', async () => {
    const reply = ({ tools }: ModelRequest) => (tools ? [call('a')] : 'I give up.');
    const { kit, runs } = start(() => ({}), { reply });
    await kit.say('does it rain?');
    await kit.until(() => kit.finals('assistant').length > 0);
    expect(kit.finals('assistant')).toEqual(['I give up.']);
    expect(runs).toHaveLength(TOOL_ROUNDS_MAX);
    await kit.end();
  });

  it('end with the call', async () => {
    const { kit, runs } = start(() => ({ after: 60_000 }));
    await kit.say('does it rain?');
    await kit.until(() => runs.length > 0);
    await kit.end();
    expect(runs[0]?.options.signal.aborted).toBe(true);
  });
});
