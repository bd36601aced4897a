import type {
  Model,
  ModelRequest,
  ToolCall,
  ToolRunner,
  ToolRunOptions,
} from '@kindling/conversation';
import type { AssistantCreate, WorkflowCreate } from '@kindling/protocol';
import { workflowCreateSchema } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import type { AssistantRouter, RouterPosition } from '../router.ts';
import { renewNodes } from '../settle/older-nodes.ts';
import { createWorkflowRouter } from './workflow-router.ts';

const talk = (name: string, more: object = {}) => ({ type: 'conversation', name, ...more });
const tool = (name: string) => ({
  type: 'tool',
  name,
  tool: { type: 'function', function: { name }, server: { url: 'https://hooks.example' } },
});
const edge = (from: string, to: string, prompt?: string) => ({
  from,
  to,
  ...(prompt === undefined ? {} : { condition: { type: 'ai', prompt } }),
});
const workflow = (nodes: object[], edges: object[], more: object = {}): WorkflowCreate =>
  workflowCreateSchema.parse({ name: 'Test', nodes, edges, ...more });

interface World {
  /** What a tool wants said of itself. */
  readonly words?: (name: string) => string;
  readonly answer?: (name: string, args: unknown) => string;
  readonly respond?: (request: ModelRequest) => string | ToolCall;
  readonly position?: RouterPosition | null;
}

/** A cast whose tools and model are the test's. */
async function open(flow: WorkflowCreate, { answer, respond, words, position }: World = {}) {
  const runs: { readonly name: string; readonly args: unknown }[] = [];
  const resolvedFor: AssistantCreate[] = [];
  const faults: unknown[] = [];
  const model: Model = {
    provider: 'scripted',
    async *respond(request) {
      yield respond?.(request) ?? 'From the facts.';
    },
  };
  const toolsOf = (assistant: AssistantCreate): ToolRunner => ({
    definitions: (assistant.model?.tools ?? []).map((one) => ({
      name: one.function?.name ?? '',
      description: '',
      parameters: { type: 'object', properties: { size: { type: 'integer' } } },
    })),
    async run({ id, name, arguments: text }) {
      const args: unknown = JSON.parse(text);
      runs.push({ name, args });
      const said = words === undefined ? {} : { say: words(name) };
      return {
        toolCallId: id,
        name,
        failed: false,
        content: answer?.(name, args) ?? 'done',
        ...said,
      };
    },
  });
  const router = await createWorkflowRouter(
    renewNodes(flow).workflow,
    { school: 'Elm' },
    {
      resolveRuntime: async (assistant) => {
        resolvedFor.push(assistant);
        return { model, tools: toolsOf(assistant) };
      },
      now: () => new Date(0),
      onFault: (error) => void faults.push(error),
      position,
    },
  );
  return { cast: router, runs, equipped: resolvedFor, faults };
}

const options = (said: string): ToolRunOptions => ({
  signal: new AbortController().signal,
  onSay: () => {},
  messages: [{ role: 'user', content: said }],
});

/** The person says this: what the speaker does about it. */
async function say(router: AssistantRouter, said: string) {
  const { model, tools } = router.speaker;
  const messages = [{ role: 'user', content: said } as const];
  for await (const piece of model.respond({ messages, tools: tools?.definitions ?? [] })) {
    if (typeof piece === 'string') return { said: piece };
    const result = await tools?.run(piece, options(said));
    const effect = result?.effect;
    if (effect?.type === 'handoff') router.handOff(effect.destination);
    return { result, at: router.speaker.node?.name, opening: router.speaker.settings.firstMessage };
  }
  return { said: '' };
}

describe('a workflow without a language model', () => {
  it('goes on at the node where it was, with what was taken down', async () => {
    const flow = workflow(
      [talk('start', { isStart: true }), talk('next', { prompt: 'Size {{size}} for {{school}}.' })],
      [edge('start', 'next', 'the size is known')],
    );
    const first = (await open(flow)).cast;
    first.handOff(`next#${JSON.stringify({ size: 7 })}`);
    const position = first.position();
    expect(position).toMatchObject({ type: 'workflow', node: 'next', variables: { size: 7 } });
    const second = (await open(flow, { position })).cast;
    expect(second.speaker.node?.name).toBe('next');
    expect(second.speaker.settings.systemPrompt).toContain('Size 7 for Elm.');
    expect(second.workflowTrace()).toEqual(first.workflowTrace());
    const gone = workflow([talk('other', { isStart: true })], []);
    expect((await open(gone, { position })).cast.speaker.node?.name).toBe('other');
  });

  it('goes where the words of the person fit, answers otherwise, and hangs up at the end', async () => {
    const { cast: router } = await open(
      workflow(
        [
          talk('start', { isStart: true, prompt: 'Say: "Hello at {{school}}."' }),
          talk('demo', { messagePlan: { firstMessage: 'Gladly.' } }),
          talk('billing', { messagePlan: { firstMessage: 'About bills.' } }),
          { type: 'hangup', name: 'end' },
        ],
        [
          edge('start', 'demo', 'The caller wants a demo'),
          edge('start', 'billing', 'Questions about invoices'),
          edge('demo', 'end'),
        ],
      ),
    );
    expect(router.speaker.settings.firstMessage).toBe('Hello at Elm.');
    expect(await say(router, 'what about privacy?')).toEqual({ said: 'From the facts.' });
    expect(await say(router, 'I would like a demo')).toMatchObject({
      at: 'demo',
      opening: 'Gladly.',
    });
    const last = await say(router, 'thank you');
    expect(last.result?.effect).toEqual({ type: 'end-call' });
  });

  it('asks again, in the same words, for what it has to know', async () => {
    const schema = {
      type: 'object',
      required: ['email'],
      properties: { email: { type: 'string', format: 'email' } },
    };
    const { cast: router } = await open(
      workflow(
        [
          talk('ask', {
            messagePlan: { firstMessage: 'Your address at {{school}}?' },
            variableExtractionPlan: { schema },
          }),
          talk('thank', { messagePlan: { firstMessage: 'Noted {{email}}.' } }),
        ],
        [edge('ask', 'thank')],
      ),
    );
    const unclear = await say(router, 'why do you ask?');
    expect(unclear.result).toMatchObject({ failed: true, say: 'Your address at Elm?' });
    expect(await say(router, 'it is ada@elm.example')).toMatchObject({
      opening: 'Noted ada@elm.example.',
    });
    expect(router.workflowTrace()?.variables).toEqual({ email: 'ada@elm.example' });
  });

  it('reaches a global node from everywhere', async () => {
    const { cast: router } = await open(
      workflow(
        [
          talk('start', { isStart: true }),
          talk('human', {
            globalNodePlan: { enabled: true, enterCondition: 'wants a human being' },
          }),
        ],
        [],
      ),
    );
    expect(await say(router, 'give me a human')).toMatchObject({ at: 'human' });
    expect(await say(router, 'a human please')).toEqual({ said: 'From the facts.' });
  });
});

describe('tool nodes', () => {
  const flow = workflow(
    [
      talk('start', { isStart: true }),
      tool('lookup'),
      talk('free', { messagePlan: { firstMessage: 'There is room.' } }),
      talk('full', { messagePlan: { firstMessage: 'All is taken.' } }),
    ],
    [
      edge('start', 'lookup'),
      edge('lookup', 'free', 'rooms are available'),
      edge('lookup', 'full', 'everything is booked'),
    ],
  );

  it.each([
    ['rooms available: 3', 'There is room.'],
    ['everything booked until June', 'All is taken.'],
  ])('run on the way and decide where it leads: %s', async (content, opening) => {
    const { cast: router, runs } = await open(flow, { answer: () => content });
    expect(await say(router, 'for 12 people')).toMatchObject({ opening });
    expect(runs).toEqual([{ name: 'lookup', args: { size: 12 } }]);
    expect(router.workflowTrace()?.nodes.map(({ nodeName }) => nodeName)).toHaveLength(3);
  });

  it('have their words said before what follows, or the end', async () => {
    const { cast: router } = await open(
      workflow(
        [talk('start', { isStart: true }), tool('look'), tool('save'), talk('more'), tool('last')],
        [edge('start', 'look'), edge('look', 'save'), edge('save', 'more'), edge('more', 'last')],
      ),
      { words: (name) => `${name} done.` },
    );
    expect((await say(router, 'go on')).result).toMatchObject({
      say: 'look done. save done.',
      effect: { type: 'handoff' },
    });
    expect((await say(router, 'and on')).result).toMatchObject({
      say: 'last done.',
      effect: { type: 'end-call' },
    });
  });

  it('end the call where nothing follows', async () => {
    const { cast: router } = await open(
      workflow([talk('start', { isStart: true }), tool('save')], [edge('start', 'save')]),
    );
    expect((await say(router, 'that is all')).result?.effect).toEqual({ type: 'end-call' });
  });

  it('get what was taken down for arguments, and not the last words', async () => {
    const schema = { type: 'object', properties: { size: { type: 'integer' } } };
    const flow = (more: object) =>
      workflow(
        [
          talk('start', { isStart: true, variableExtractionPlan: { schema } }),
          ...[talk('sure'), tool('save')],
        ],
        [edge('start', 'sure'), edge('sure', 'save')],
        more,
      );
    const guide = await open(flow({}));
    await say(guide.cast, 'we are 4');
    await say(guide.cast, 'yes, 100 percent');
    expect(guide.runs).toEqual([{ name: 'save', args: { size: 4 } }]);

    const systems: string[] = [];
    const model = await open(flow({ model: { provider: 'openai', model: 'm' } }), {
      respond({ tools, messages }) {
        const name = tools?.[0]?.name ?? '';
        systems.push(messages.findLast(({ role }) => role === 'system')?.content ?? '');
        const args = name === 'go_to_sure' ? '{"size":4}' : '{}';
        return { type: 'tool-call', id: 'call_1', name, arguments: args };
      },
    });
    await say(model.cast, 'we are 4');
    await say(model.cast, 'yes');
    expect(model.runs).toEqual([{ name: 'save', args: { size: 4 } }]);
    expect(systems.at(-1)).toContain('Taken down before: {"size":4}');
  });

  it('know what was taken down before', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const { cast: router, equipped: resolvedFor } = await open(
      workflow(
        [talk('start', { isStart: true, variableExtractionPlan: { schema } }), tool('save')],
        [edge('start', 'save')],
      ),
    );
    await say(router, 'I am Ada');
    expect(resolvedFor.at(-1)?.variableValues).toEqual({ school: 'Elm', name: 'Ada' });
  });

  it('that lead in a circle are stopped, and the speaker goes on', async () => {
    const { cast: router, runs } = await open(
      workflow(
        [talk('start', { isStart: true }), tool('a'), tool('b')],
        [edge('start', 'a'), edge('a', 'b'), edge('b', 'a')],
      ),
    );
    const { result, at } = await say(router, 'go');
    expect(result).toMatchObject({ failed: true });
    expect(at).toBe('start');
    expect(runs.length).toBeLessThan(6);
  });
});

describe('a workflow with a language model', () => {
  const llm = { model: { provider: 'openai', model: 'm' } };
  const flow = workflow(
    [
      talk('start', { isStart: true, prompt: 'Find out the name.' }),
      talk('next', { prompt: 'Talk to {{name}}.' }),
    ],
    [edge('start', 'next', 'the name is known')],
    { ...llm, globalPrompt: 'Be brief.' },
  );

  it('tells it where it is, when to go on, and lets it find the words', async () => {
    const { cast: router } = await open(flow);
    const { settings, tools } = router.speaker;
    expect(settings.systemPrompt).toMatch(/^Be brief\.[\s\S]*go_to_[\s\S]*Find out the name\.$/);
    expect(settings.firstMessageMode).toBe('assistant-speaks-first-with-model-generated-message');
    expect(tools?.definitions[0]).toMatchObject({
      name: 'go_to_next',
      description: 'Call this as soon as this is so: the name is known',
    });
    // It decides itself: the words of the person are not matched for it.
    expect(await say(router, 'the name is known')).toEqual({ said: 'From the facts.' });
  });

  it('stops steps that follow each other without a word of the person', async () => {
    const loop = workflow(
      [talk('a', { isStart: true }), talk('b')],
      [edge('a', 'b'), edge('b', 'a')],
      llm,
    );
    const { cast: router } = await open(loop, {
      respond: ({ tools }) => ({
        type: 'tool-call',
        id: 'call_1',
        arguments: '{}',
        name: tools?.[0]?.name ?? '',
      }),
    });
    const results = [];
    for (let step = 0; step < 12; step += 1) results.push((await say(router, 'hm')).result?.failed);
    expect(results.indexOf(true)).toBe(8);
  });

  it('goes on by itself when a model fails on the way', async () => {
    const broken = workflow(
      [talk('start', { isStart: true }), tool('save')],
      [edge('start', 'save')],
      llm,
    );
    let asked = 0;
    const { cast: router, faults } = await open(broken, {
      respond() {
        asked += 1;
        if (asked > 1) throw new Error('gone');
        return { type: 'tool-call', id: 'call_1', name: 'go_to_save', arguments: '{}' };
      },
    });
    expect((await say(router, 'save it')).result).toMatchObject({ failed: true });
    expect(faults).toHaveLength(1);
  });

  it('can go on later from where it stood', async () => {
    const { cast: router } = await open(flow);
    const run = { type: 'tool-call', id: 'call_1', name: 'go_to_next', arguments: '{}' } as const;
    const result = await router.speaker.tools?.run(run, options('Ada'));
    const effect = result?.effect;
    const destination = effect?.type === 'handoff' ? effect.destination : '';
    const { cast: later } = await open(flow);
    expect(later.handOff(destination)?.to.node?.name).toBe('next');
    expect(later.handOff('nowhere')).toBeNull();
  });
});
