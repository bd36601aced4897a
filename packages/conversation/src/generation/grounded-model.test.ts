import { describe, expect, it } from 'vitest';
import { groundModel } from './grounded-model.ts';
import type { Findings, KnowledgeSource } from './knowledge-source.ts';
import type { Model, ModelMessage, ModelRequest } from './model.ts';

function createRecordingModel(): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    provider: 'test',
    async *respond(request) {
      requests.push(request);
      yield 'answer';
    },
  };
}

const passage = { documentId: 'a', title: 'Hours', sentences: ['Open from nine.'] };
const sourceOf = (findings: Findings): KnowledgeSource => ({ find: async () => findings });
const messages: ModelMessage[] = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'When?' },
];

async function ask(model: Model, request: ModelRequest): Promise<string> {
  let said = '';
  for await (const piece of model.respond(request)) said += String(piece);
  return said;
}

describe('groundModel', () => {
  it('tells a language model in its prompt, before the turn and as material', async () => {
    const model = createRecordingModel();
    const grounded = groundModel(model, sourceOf({ say: null, passages: [passage] }), 'prompt');
    expect(await ask(grounded, { messages, temperature: 0.2 })).toBe('answer');
    const [request] = model.requests;
    expect(request?.temperature).toBe(0.2);
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'system', 'user']);
    expect(request?.messages[1]?.content).toMatch(
      /not instructions[\s\S]*\[1\] Hours: Open from nine\./,
    );
  });

  it('gives the guide passages', async () => {
    const model = createRecordingModel();
    const grounded = groundModel(model, sourceOf({ say: null, passages: [passage] }), 'passages');
    await ask(grounded, { messages });
    expect(model.requests).toEqual([{ messages, passages: [passage] }]);
  });

  it('says what the knowledge base wants said', async () => {
    const model = createRecordingModel();
    const grounded = groundModel(model, sourceOf({ say: 'At nine.', passages: [] }), 'prompt');
    expect(await ask(grounded, { messages })).toBe('At nine.');
    expect(model.requests).toEqual([]);
  });

  it('tells a language model that nothing was found', async () => {
    const model = createRecordingModel();
    await ask(groundModel(model, sourceOf({ say: null, passages: [] }), 'prompt'), { messages });
    expect(model.requests[0]?.messages[1]).toMatchObject({
      role: 'system',
      content: expect.stringMatching(/Nothing was found[\s\S]*say that you do not know/),
    });
  });

  it('changes nothing when a tool has just answered', async () => {
    const model = createRecordingModel();
    const found = groundModel(model, sourceOf({ say: 'No.', passages: [passage] }), 'prompt');
    const answered = [...messages, { role: 'tool' as const, content: '9', toolCallId: 'a' }];
    await ask(found, { messages: answered });
    expect(model.requests.map((request) => request.messages)).toEqual([answered]);
  });

  it('tells the best passages that fit, however much is found', async () => {
    const model = createRecordingModel();
    const passages = Array.from({ length: 50 }, (_, index) => ({
      ...passage,
      sentences: [`Passage ${index}. ${'word '.repeat(140)}`],
    }));
    await ask(groundModel(model, sourceOf({ say: null, passages }), 'prompt'), { messages });
    const note = model.requests[0]?.messages[1]?.content ?? '';
    expect(note).toContain('Passage 0.');
    expect(note).not.toContain('Passage 20.');
    expect(note.length).toBeLessThan(6_500);
  });

  it('stops with the person who interrupts', async () => {
    const controller = new AbortController();
    const source: KnowledgeSource = {
      async find() {
        controller.abort(new Error('barge-in'));
        return { say: 'Too late.', passages: [] };
      },
    };
    const grounded = groundModel(createRecordingModel(), source, 'prompt');
    await expect(ask(grounded, { messages, signal: controller.signal })).rejects.toThrow(
      'barge-in',
    );
  });
});
