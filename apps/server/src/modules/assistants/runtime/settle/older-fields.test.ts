import type { AssistantCreate } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { renewFields } from './older-fields.ts';

const renew = (written: AssistantCreate) => renewFields<AssistantCreate>(written);
const model = { provider: 'openai', model: 'm' };

describe('older fields of an assistant', () => {
  it('mean what they meant', () => {
    const { named, warnings } = renew({
      model: {
        ...model,
        systemPrompt: 'Be kind.',
        functions: [{ name: 'look_up', parameters: { type: 'object' } }],
      },
      serverUrl: 'https://example.com/hook',
      serverUrlSecret: 'secret',
      recordingEnabled: true,
      endCallFunctionEnabled: true,
      dialKeypadFunctionEnabled: true,
    });
    expect(warnings).toEqual([]);
    expect(named).toMatchObject({
      model: {
        messages: [{ role: 'system', content: 'Be kind.' }],
        tools: [
          { type: 'function', function: { name: 'look_up' } },
          { type: 'endCall' },
          { type: 'dtmf' },
        ],
      },
      server: { url: 'https://example.com/hook', secret: 'secret' },
      artifactPlan: { recordingEnabled: true },
    });
  });

  it('say when it speaks and when it stops', () => {
    const { named } = renew({
      responseDelaySeconds: 0.8,
      numWordsToInterruptAssistant: 12,
      startSpeakingPlan: { smartEndpointingEnabled: 'livekit' },
      stopSpeakingPlan: { voiceSeconds: 0.3 },
    });
    expect(named).toMatchObject({
      startSpeakingPlan: { waitSeconds: 0.8, smartEndpointingPlan: {} },
      stopSpeakingPlan: { numWords: 10, voiceSeconds: 0.3 },
    });
    const requests = { llmRequestDelaySeconds: 0.2, llmRequestNonPunctuatedDelaySeconds: 9 };
    expect(renew(requests).named.startSpeakingPlan?.transcriptionEndpointingPlan).toEqual({
      onPunctuationSeconds: 0.2,
      onNoPunctuationSeconds: 3,
    });
    const both = { responseDelaySeconds: 0.8, startSpeakingPlan: { waitSeconds: 0.4 } };
    expect(renew(both).named.startSpeakingPlan?.waitSeconds).toBe(0.4);
  });

  it('give way to those of today', () => {
    const { named } = renew({
      model: { ...model, tools: [{ type: 'endCall' }] },
      server: { url: 'https://example.com/new' },
      serverUrl: 'https://example.com/old',
      artifactPlan: { recordingEnabled: false },
      recordingEnabled: true,
      endCallFunctionEnabled: true,
    });
    expect(named.model?.tools).toEqual([{ type: 'endCall' }]);
    expect(named.server?.url).toBe('https://example.com/new');
    expect(named.artifactPlan?.recordingEnabled).toBe(false);
  });

  it('that cannot be read change nothing, and are named', () => {
    const written = { model: { ...model, functions: [{ name: '' }] }, serverUrl: 'here' };
    const { named, warnings } = renew(written);
    expect(named).toEqual(written);
    expect(warnings).toMatchObject([{ path: 'serverUrl' }, { path: 'model.functions.0.name' }]);
  });

  it('stand for those of today where they were written beside the model', () => {
    const { named, warnings } = renew({
      model: { ...model, systemMessage: 'Be brief.' },
      tools: [{ type: 'function', function: { name: 'look up' } }],
      functions: [{ name: 'order', serverUrl: 'https://example.com/order' }],
      hipaaEnabled: true,
    });
    expect(named).toMatchObject({
      model: {
        messages: [{ role: 'system', content: 'Be brief.' }],
        tools: [
          { function: { name: 'order' }, server: { url: 'https://example.com/order' } },
          { function: { name: 'look_up' } },
        ],
      },
      compliancePlan: { hipaaEnabled: true },
    });
    expect(warnings).toMatchObject([{ path: 'tools.0.function.name' }]);
  });

  it('hold where they protect a person, beside what else the plan says', () => {
    const plan = (written: AssistantCreate) => renew(written).named.compliancePlan;
    expect(plan({ hipaaEnabled: true, compliancePlan: { pciEnabled: false } })).toEqual({
      pciEnabled: false,
      hipaaEnabled: true,
    });
    expect(plan({ hipaaEnabled: true, compliancePlan: { hipaaEnabled: false } })).toEqual({
      hipaaEnabled: false,
    });
  });

  it('give a prompt to a model that nobody named, or that has no other', () => {
    const promptsOf = (written: AssistantCreate) => renew(written).named.model?.messages;
    const prompt = [{ role: 'system', content: 'Be kind.' }];
    expect(promptsOf({ systemPrompt: 'Be kind.' })).toEqual(prompt);
    expect(promptsOf({ context: 'Be kind.', model })).toEqual(prompt);
    expect(promptsOf({ model: { ...model, prompt: 'Be kind.' } })).toEqual(prompt);
    const messages = [{ role: 'system' as const, content: 'Be brief.' }];
    expect(promptsOf({ context: 'Be kind.', model: { ...model, messages } })).toEqual(messages);
  });

  it('make a plan of each question about a call', () => {
    const analysisPlan = {
      summaryPrompt: 'Sum up.',
      structuredDataPrompt: 'Take down.',
      structuredDataSchema: { type: 'object', properties: { name: { type: 'string' } } },
      successEvaluationPrompt: '',
      successEvaluationRubric: 'NumericScale',
      summaryRequestTimeoutSeconds: 100,
    } as const;
    const { named, warnings } = renew({ analysisPlan });
    expect(warnings).toEqual([]);
    expect(named.analysisPlan).toMatchObject({
      summaryPlan: { timeoutSeconds: 60, messages: [{ content: 'Sum up.' }, { role: 'user' }] },
      structuredDataPlan: {
        enabled: true,
        schema: analysisPlan.structuredDataSchema,
        messages: [{ content: expect.stringMatching(/^Take down\.[\s\S]*\{\{schema\}\}/) }, {}],
      },
      successEvaluationPlan: { enabled: false, rubric: 'NumericScale' },
    });
    const odd = renew({ analysisPlan: { structuredDataSchema: { type: 'string' } } });
    expect(odd.warnings).toMatchObject([{ path: 'analysisPlan.structuredDataSchema' }]);
  });

  it('messages that are never sent are named', () => {
    const { warnings } = renew({
      serverMessages: ['assistant.started', 'function-call', 'x'],
      clientMessages: ['transcript', 'tool-calls-result', 'model-output'],
    });
    expect(warnings.at(-1)).toMatchObject({ path: 'clientMessages.2' });
    expect(warnings.slice(0, -1)).toMatchObject([
      { path: 'serverMessages.1', message: expect.stringContaining('tool-calls') },
      { path: 'serverMessages.2', message: '"x" is never sent by this server.' },
    ]);
  });

  it('hooks and background sounds that do nothing are named', () => {
    const hooks = [{ on: 'model.response.timeout', do: [] }];
    const paths = (written: AssistantCreate) => renew(written).warnings.map(({ path }) => path);
    expect(paths({ hooks, backgroundSound: 'restaurant' })).toEqual([
      'hooks.0.on',
      'backgroundSound',
    ]);
    for (const backgroundSound of ['office', 'off', 'https://example.com/rain.mp3'])
      expect(paths({ backgroundSound })).toEqual([]);
  });

  it('where there are none, all is as it was', () => {
    const written = { name: 'Ada', model };
    expect(renew(written)).toEqual({ named: written, warnings: [] });
  });
});
