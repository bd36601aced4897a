import { type Model, ModelError, type ModelRequest } from '@kindling/conversation';
import type { WorkflowGenerate } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { createGenerateWorkflow } from './generate-workflow.ts';

const ORG = '00000000-0000-4000-8000-000000000001';
const ID = '00000000-0000-4000-8000-000000000002';
const DRAFT = {
  name: 'Booking',
  nodes: [{ type: 'conversation', name: 'start', isStart: true, prompt: 'Greet.' }],
  edges: [],
};

function draftWith(answers: readonly (string | Error)[], hasModel = true) {
  const requests: ModelRequest[] = [];
  const model: Model = {
    provider: 'openai',
    async *respond(request) {
      requests.push(request);
      const answer = answers[requests.length - 1] ?? '';
      if (answer instanceof Error) throw answer;
      yield answer;
    },
  };
  const generate = createGenerateWorkflow({
    llm: hasModel ? { baseUrl: 'http://127.0.0.1:1/v1', apiKey: null, model: 'm' } : null,
    models: { writer: () => model },
    calls: {
      list: async (_, { id }) =>
        id === undefined || id === ID
          ? [{ artifact: { transcript: 'User: I want a demo.' } } as never]
          : [],
    },
    tools: {
      find: async (_, id) =>
        id === ID ? ({ id, type: 'function', function: { name: 'book' } } as never) : null,
    },
  });
  const run = (form: WorkflowGenerate = {}) => generate(ORG, form, new AbortController().signal);
  return { run, requests };
}

describe('drafting a workflow', () => {
  it('tells the model what is wanted, which tools there are and what was said', async () => {
    const { run, requests } = draftWith([`Here it is:\n${JSON.stringify(DRAFT)}`]);
    expect(await run({ description: 'Book demos.', toolIds: [ID] })).toEqual(DRAFT);
    const material = requests[0]?.messages[1]?.content;
    expect(material).toContain('Book demos.');
    expect(material).toContain('"name":"book"');
    expect(material).toContain('User: I want a demo.');
  });

  it('tells the model what did not fit, and takes the second draft', async () => {
    const loose = { ...DRAFT, edges: [{ from: 'start', to: 'nowhere' }] };
    const { run, requests } = draftWith([JSON.stringify(loose), JSON.stringify(DRAFT)]);
    expect(await run()).toEqual(DRAFT);
    expect(requests[1]?.messages[1]?.content).toContain('There is no node named "nowhere".');
  });

  it.each([
    ['words', ['I cannot.', 'I still cannot.']],
    ['another shape', ['{"nodes":[]}', '{}']],
    ['nothing', ['', '']],
  ])('gives up after two drafts of %s', async (_, answers) => {
    await expect(draftWith(answers).run()).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it('says that the model failed', async () => {
    const failure = new ModelError('model_unreachable', 'It cannot be reached.');
    await expect(draftWith([failure]).run()).rejects.toMatchObject({ code: 'provider_failed' });
  });

  it('names tools and calls that do not exist', async () => {
    const { run } = draftWith([JSON.stringify(DRAFT)]);
    const missing = { fields: [{ path: 'toolIds.1', message: expect.any(String) }] };
    await expect(run({ toolIds: [ID, ORG] })).rejects.toMatchObject(missing);
    await expect(run({ callIds: [ORG] })).rejects.toMatchObject({
      fields: [{ path: 'callIds.0', message: expect.any(String) }],
    });
  });

  it('needs a model', async () => {
    await expect(draftWith([], false).run()).rejects.toMatchObject({ code: 'not_configured' });
  });
});
