import { describe, expect, it } from 'vitest';
import { planHooks } from './plan-hooks.ts';

const plan = (...hooks: unknown[]) => planHooks(hooks, (text) => text.replace('{{name}}', 'Ada'));
const say = { type: 'say', exact: 'Hello {{name}}.' };

describe('hooks as they are published', () => {
  it('are planned with variables, limits and reasons', () => {
    const { hooks, warnings } = plan(
      {
        on: 'customer.speech.timeout',
        options: { timeoutSeconds: 10, triggerMaxCount: 2, triggerResetMode: 'onUserSpeech' },
        do: [{ type: 'say', exact: ['Hello {{name}}.', 'There?'] }],
      },
      {
        on: 'call.ending',
        filters: [
          { type: 'oneOf', key: 'call.endedReason', oneOf: ['pipeline-error', 'a'] },
          { type: 'oneOf', key: 'call.endedReason', oneOf: ['pipeline-error', 'b'] },
        ],
        do: [{ type: 'say', prompt: [{ role: 'system', content: 'Say goodbye.' }] }],
      },
    );
    expect(hooks).toEqual([
      {
        on: 'customer.speech.timeout',
        timeout: { after: 10_000, most: 2, countAnew: true },
        actions: [{ type: 'say', texts: ['Hello Ada.', 'There?'] }],
      },
      {
        on: 'call.ending',
        reasons: ['pipeline-error'],
        actions: [{ type: 'prompt', prompt: 'Say goodbye.' }],
      },
    ]);
    expect(warnings).toEqual([]);
  });

  it('bring their tools, in the older form, too', () => {
    const { hooks, tools, warnings } = plan({
      on: 'assistant.speech.interrupted',
      do: [
        {
          type: 'tool',
          tool: {
            type: 'function',
            function: { name: 'note' },
            parameters: [{ key: 'who', value: '{{name}}' }],
          },
        },
        { type: 'function', function: { name: 'note' }, server: { url: 'https://a.example' } },
        { type: 'tool', toolId: 'c0b1f7a0-8a55-4c1b-9f0e-3b7a6d5c4e21' },
      ],
    });
    expect(warnings).toEqual([]);
    expect(hooks[0]?.actions).toEqual([
      { type: 'tool', name: 'hook-0', arguments: '{"who":"Ada"}' },
      { type: 'tool', name: 'hook-1', arguments: '{}' },
      { type: 'tool', name: 'hook-2', arguments: '{}' },
    ]);
    expect(tools).toMatchObject([
      { key: 'hook-0', tool: { function: { name: 'note' } } },
      { key: 'hook-1', tool: { server: { url: 'https://a.example' } } },
      { key: 'hook-2', toolId: 'c0b1f7a0-8a55-4c1b-9f0e-3b7a6d5c4e21' },
    ]);
  });

  it('warn of what does nothing here', () => {
    const { hooks, warnings } = plan(
      { on: 'model.response.timeout', do: [say] },
      { on: 'call.ending', filters: [{ type: 'oneOf', key: 'call.type', oneOf: ['x'] }], do: [] },
      { on: 'call.ending', do: [{ type: 'transfer', destination: {} }, { type: 'say' }, say] },
      { on: 'call.ending', do: [{ type: 'tool', tool: { type: 'function' } }] },
    );
    expect(warnings.map(({ path }) => path)).toEqual([
      ...['hooks.0.on', 'hooks.1.filters.0', 'hooks.2.do.0', 'hooks.2.do.1', 'hooks.3.do.0'],
    ]);
    expect(hooks.map(({ actions }) => actions.length)).toEqual([1, 0]);
  });
});
