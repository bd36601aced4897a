import { ModelError } from '@kindling/conversation';
import type { AnalysisPlan, StructuredDataPlan } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import {
  createScriptedModel,
  type ScriptedReply,
} from '../../../../testing/calls/scripted-model.ts';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import { analyseCall } from './analyse-call.ts';
import { analysisQuestions } from './analysis-questions.ts';

const MATERIAL = {
  transcript: 'User: My name is Ada.\nAI: Hello, Ada.',
  systemPrompt: 'Take down names.',
  endedReason: 'customer-ended-call',
};
const facts = {
  enabled: true,
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
} satisfies StructuredDataPlan;
/** Asks for facts alone. */
const ONLY_FACTS: AnalysisPlan = {
  summaryPlan: { enabled: false },
  successEvaluationPlan: { enabled: false },
  structuredDataPlan: facts,
};

function analyse(plan: AnalysisPlan, ...replies: ScriptedReply[]) {
  let gone = false;
  const isGone = () => gone;
  const model = createScriptedModel('openai');
  for (const reply of replies) model.reply(...reply);
  const clock = createManualClock();
  const unanswered: string[] = [];
  const stop = new AbortController();
  const run = () =>
    analyseCall(analysisQuestions(plan, MATERIAL), {
      model,
      clock,
      signal: stop.signal,
      isWanted: async () => !isGone(),
      onUnanswered: (name, error) => unanswered.push(`${name}: ${error.message}`),
    });
  const forget = () => {
    gone = true;
  };
  return { run, model, clock, unanswered, stop, forget };
}

describe('the analysis of a call', () => {
  it('asks for a summary and for success by default, one after the other', async () => {
    const { run, model, unanswered } = analyse({}, ['Ada said', ' her name. '], ['true']);
    expect(await run()).toEqual({ summary: 'Ada said her name.', successEvaluation: 'true' });
    expect(unanswered).toEqual([]);
    const [summary, success] = model.requests.map(({ messages }) =>
      messages.map(({ content }) => content).join('\n'),
    );
    for (const asked of [summary, success]) {
      expect(asked).toContain(MATERIAL.transcript);
      expect(asked).toContain('customer-ended-call');
      expect(asked).not.toContain('{{');
    }
    expect(success).toContain('Take down names.');
    expect(success).toContain('PassFail');
    expect(model.requests.every(({ temperature }) => temperature === 0)).toBe(true);
  });

  it('takes down facts that fit their schema, each catalogue under its key', async () => {
    const plan: AnalysisPlan = {
      ...ONLY_FACTS,
      structuredDataMultiPlan: [
        { key: 'caller', plan: facts },
        { key: 'off', plan: { ...facts, enabled: false } },
        { key: 'again', plan: facts },
      ],
    };
    const { run, model } = analyse(
      plan,
      ['```json\n{"name":"Ada"}\n```'],
      ['{"name":"Bo"}'],
      ['{"name":"Cy"}'],
    );
    expect(await run()).toEqual({
      structuredData: { name: 'Ada' },
      structuredDataMulti: [{ caller: { name: 'Bo' } }, { again: { name: 'Cy' } }],
    });
    expect(model.requests[0]?.messages[0]?.content).toContain(JSON.stringify(facts.schema));
  });

  it('asks again, with what did not fit', async () => {
    const { run, model } = analyse(ONLY_FACTS, ['Her name is Ada.'], ['{"name":"Ada"}']);
    expect(await run()).toEqual({ structuredData: { name: 'Ada' } });
    const messages = model.requests[1]?.messages ?? [];
    expect(messages.at(-2)).toEqual({ role: 'assistant', content: 'Her name is Ada.' });
    expect(messages.at(-1)?.content).toContain('must be one JSON object');
  });

  it('leaves out what does not fit twice, and keeps the rest', async () => {
    const plan = { structuredDataPlan: facts, successEvaluationPlan: { rubric: 'NumericScale' } };
    const { run, model, unanswered } = analyse(
      plan as AnalysisPlan,
      ['A summary.'],
      ['{"name":7}'],
      ['{}'],
      ['9'],
    );
    expect(await run()).toEqual({ summary: 'A summary.', successEvaluation: '9' });
    // The model hears which fact it was; the log, where the words of a call have no place, does not.
    expect(model.requests[2]?.messages.at(-1)?.content).toContain('facts/name must be string');
    expect(unanswered).toEqual(['structuredData: The answer did not fit its schema.']);
  });

  it('goes on where the model fails', async () => {
    const { run, unanswered } = analyse(
      {},
      [new ModelError('model_unauthorized', 'No such key.')],
      ['false'],
    );
    expect(await run()).toEqual({ successEvaluation: 'false' });
    expect(unanswered).toEqual(['summary: No such key.']);
  });

  it('waits for an answer no longer than the plan says', async () => {
    const plan = { summaryPlan: { timeoutSeconds: 7 } };
    const { run, model, clock, unanswered } = analyse(plan);
    const silent = model.hang('A summ');
    model.reply('true');
    const analysis = run();
    await silent;
    const isGivenUp = () => model.requests[0]?.signal?.aborted;
    clock.advance(6_999);
    expect(isGivenUp()).toBe(false);
    clock.advance(1);
    expect(isGivenUp()).toBe(true);
    expect(await analysis).toEqual({ successEvaluation: 'true' });
    expect(unanswered).toEqual(['summary: The model took longer than timeoutSeconds (7).']);
  });

  it('says what did not fit where there was no time for a second answer', async () => {
    const { run, model, clock, unanswered } = analyse(ONLY_FACTS, ['No idea.']);
    const silent = model.hang();
    const analysis = run();
    await silent;
    clock.advance(5_000);
    expect(await analysis).toEqual({});
    expect(unanswered[0]).toContain('did not fit its schema. For a second one');
  });

  it('asks no more about a call that is gone', async () => {
    const { run, model, clock, forget } = analyse({});
    const silent = model.hang('A summ');
    const analysis = run();
    await silent;
    forget();
    clock.advance(5_000);
    expect(await analysis).toEqual({});
    expect(model.requests).toHaveLength(1);
  });

  it('knows what the documents promise, and nothing else', async () => {
    const plan: AnalysisPlan = {
      summaryPlan: { messages: [{ role: 'user', content: '[{{assistant}}{{callId}}{{server}}]' }] },
      successEvaluationPlan: { enabled: false },
    };
    const known = { ...MATERIAL, assistant: { server: { secret: 's3cret' } }, callId: 'c' };
    const [question] = analysisQuestions(plan, known);
    expect(question?.messages[0]?.content).toBe('[]');
  });

  it('is given up as a whole when the server stops', async () => {
    const { run, model, stop, unanswered } = analyse({});
    const silent = model.hang();
    const analysis = run();
    await silent;
    stop.abort(new Error('closing'));
    await expect(analysis).rejects.toThrow('closing');
    expect(unanswered).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it('asks in the words of the plan, and takes the answer to them as it is', async () => {
    const messages = [
      { role: 'system', content: 'Rate: {{rubric}}' },
      { role: 'user', content: '{{transcript}}|{{systemPrompt}}|{{endedReason}}|{{nothing}}' },
    ] as const;
    const plan: AnalysisPlan = {
      summaryPlan: { enabled: false },
      successEvaluationPlan: { messages: [...messages] },
    };
    const { run, model } = analyse(plan, ['Warm, but long.']);
    expect(await run()).toEqual({ successEvaluation: 'Warm, but long.' });
    expect(model.requests[0]?.messages[1]?.content).toBe(
      `${MATERIAL.transcript}|Take down names.|customer-ended-call|`,
    );
  });

  it('holds such an answer to a scale that is named', async () => {
    const plan: AnalysisPlan = {
      summaryPlan: { enabled: false },
      successEvaluationPlan: {
        rubric: 'DescriptiveScale',
        messages: [{ role: 'user', content: 'How was it? {{transcript}}' }],
      },
    };
    const { run } = analyse(plan, ['Splendid'], ['good']);
    expect(await run()).toEqual({ successEvaluation: 'Good' });
  });
});
