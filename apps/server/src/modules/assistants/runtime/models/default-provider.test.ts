import { type WorkflowCreate, workflowCreateSchema } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { createSettleDefaults } from './default-provider.ts';
import { usesLocalModel } from './model-resolver.ts';

const model = { provider: 'default', temperature: 0.3 };
const workflow: WorkflowCreate = workflowCreateSchema.parse({
  name: 'Desk',
  model,
  nodes: [
    { type: 'conversation', name: 'a', isStart: true, model },
    { type: 'conversation', name: 'b', model: { provider: 'openai' } },
    { type: 'hangup', name: 'c' },
  ],
  edges: [],
});

describe('the provider "default" without a language model', () => {
  const settle = createSettleDefaults(false);

  it('is the guide, with all else as it was', () => {
    const settled = settle.assistant({ name: 'Ada', model });
    expect(settled).toEqual({ name: 'Ada', model: { ...model, provider: 'kindling' } });
    expect(usesLocalModel(settled)).toBe(true);
    expect(usesLocalModel({ model })).toBe(false);
  });

  it('is the guide at every step of a workflow', () => {
    const settled = settle.workflow(workflow);
    const providers = settled.nodes.map((one) =>
      one.type === 'conversation' ? one.model?.provider : null,
    );
    expect([settled.model?.provider, ...providers]).toEqual([
      'kindling',
      'kindling',
      'openai',
      null,
    ]);
  });
});

it('stays what it is where there is a language model, and others stay in any case', () => {
  const settle = createSettleDefaults(true);
  expect(settle.assistant({ model })).toEqual({ model });
  expect(settle.workflow(workflow)).toEqual(workflow);
  const other = { model: { provider: 'openai' } };
  expect(createSettleDefaults(false).assistant(other)).toBe(other);
  expect(createSettleDefaults(false).assistant({})).toEqual({});
});
