import { ModelError } from '@kindling/conversation';
import type { CallMessage, OwnOutput } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import {
  createScriptedModel,
  type ScriptedReply,
} from '../../../../testing/calls/scripted-model.ts';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import { transcriptOf } from '../store/transcript-of.ts';
import { extractOutputs, outputArtifact } from './extract-outputs.ts';
import type { OutputMaterial } from './output-questions.ts';

const times = { time: 0, endTime: 1, secondsFromStart: 0 };
const MESSAGES: CallMessage[] = [
  { role: 'user', message: 'A visit on Monday, please.', ...times },
  {
    role: 'tool_calls',
    message: '',
    toolCalls: [{ id: 't', type: 'function', function: { name: 'book', arguments: '{"day":1}' } }],
    ...times,
  },
  { role: 'tool_call_result', message: '', name: 'book', result: 'Booked at nine.', ...times },
  { role: 'bot', message: 'Done, for Ada.', ...times },
];
const MATERIAL: OutputMaterial = {
  messages: MESSAGES,
  transcript: transcriptOf(MESSAGES),
  systemPrompt: 'Take down visits.',
  endedReason: 'customer-ended-call',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:01:30.000Z',
  durationSeconds: 90,
  variableValues: { school: 'Hill' },
};
const OBJECT: OwnOutput = {
  name: 'Visit',
  description: 'Who comes, and when.',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
const TEXT: OwnOutput = { name: 'Day', schema: { type: 'string', enum: ['Monday', 'Tuesday'] } };

function extract(output: OwnOutput, ...replies: ScriptedReply[]) {
  const model = createScriptedModel('openai');
  for (const reply of replies) model.reply(...reply);
  const clock = createManualClock();
  const stop = new AbortController();
  const run = async (material: Partial<OutputMaterial> = {}) =>
    extractOutputs(
      [{ id: 'one', output }],
      { ...MATERIAL, ...material },
      {
        orgId: 'org',
        writers: { open: async () => model },
        clock,
        signal: stop.signal,
        isWanted: async () => true,
      },
    );
  const asked = () => model.requests.at(-1)?.messages.map(({ content }) => content) ?? [];
  return { run, model, clock, stop, asked };
}

describe('what is taken down of a conversation', () => {
  it('is an object that fits its schema, of what was said and done', async () => {
    const { run, asked, model } = extract(OBJECT, ['Here: {"name":"Ada"}']);
    const { results, hasAsked } = await run();
    expect(results).toEqual({ one: { name: 'Visit', result: { name: 'Ada' } } });
    expect([hasAsked, model.requests[0]?.temperature]).toEqual([true, 0]);
    const [system, user] = asked();
    expect(system).toContain('“Visit”');
    expect(system).toContain('Who comes, and when.');
    expect(system).toContain(JSON.stringify(OBJECT.schema));
    expect(user).toContain('User: A visit on Monday, please.');
    expect(user).toContain('(The AI asks the tool “book”: {"day":1})');
    expect(user).toContain('(The tool “book” answers: Booked at nine.)');
    expect(user).toContain('Take down visits.');
    expect(user).toContain('customer-ended-call');
  });

  it.each<[OwnOutput['schema'], string, unknown]>([
    [{ type: 'string' }, '{"result": "Monday"}', 'Monday'],
    [{ type: 'boolean' }, '```json\n{"result": true}\n```', true],
    [{ type: 'integer', maximum: 10 }, '{"result": 8}', 8],
    [{ type: 'integer' }, '{"result": null}', null],
    [{ type: 'array', items: { type: 'string' } }, '{"result": ["a"]}', ['a']],
    [
      { type: 'array', items: { $ref: '#/$defs/day' }, $defs: { day: { enum: ['Mon'] } } },
      '{"result": ["Mon"]}',
      ['Mon'],
    ],
    [{ anyOf: [{ type: 'object' }, { type: 'string' }] }, '{"result": {"a": 1}}', { a: 1 }],
  ])('may be of any type: %j', async (schema, answer, result) => {
    const { run } = extract({ name: 'Any', schema }, [answer]);
    expect((await run()).results).toEqual({ one: { name: 'Any', result } });
  });

  it('is asked for again, with what did not fit', async () => {
    const { run, model, asked } = extract(TEXT, ['{"result": "Sunday"}'], ['{"result": "Monday"}']);
    expect((await run()).results.one?.result).toBe('Monday');
    expect(model.requests).toHaveLength(2);
    expect(asked().at(-1)).toContain('did not fit');
  });

  it('is nothing, with the reason, where twice nothing fits', async () => {
    // In Kindling's own words a plain text is no answer.
    const { run } = extract(TEXT, ['Monday'], ['{"result": "Sunday"}']);
    const error = 'The answer did not fit its schema.';
    expect((await run()).results).toEqual({ one: { name: 'Day', result: null, error } });
  });

  it('is nothing, with the reason, where the model cannot be asked or takes too long', async () => {
    const away = extract(TEXT, [new ModelError('model_unreachable', 'Nobody answers there.')]);
    expect((await away.run()).results.one).toMatchObject({
      result: null,
      error: 'Nobody answers there.',
    });
    const { run, model, clock } = extract(TEXT);
    const silent = model.hang();
    const result = run();
    await silent;
    clock.advance(30_000);
    expect((await result).results.one?.error).toContain('timeoutSeconds (30)');
  });

  it('is given up as a whole when the server stops', async () => {
    const { run, model, stop } = extract(TEXT);
    const silent = model.hang();
    const result = run();
    await silent;
    stop.abort(new Error('closing'));
    await expect(result).rejects.toThrow('closing');
  });

  it('is asked for in other words, with all that is known, and answered in plain ones', async () => {
    const content =
      '{{transcript}}|{{structuredOutput.name}}|{{structuredOutput.schema}}|{{duration}}|{{callEndedReason}}|{{school}}|{{nothing}}';
    const model = {
      provider: 'openai',
      messages: [{ role: 'user' as const, content }],
      temperature: 0.4,
      maxTokens: 50,
      timeoutSeconds: 5,
    };
    const { run, asked, model: scripted } = extract({ ...TEXT, model }, ['Monday\n']);
    expect((await run()).results.one?.result).toBe('Monday');
    expect(asked()).toEqual([
      `${MATERIAL.transcript}|Day|${JSON.stringify(TEXT.schema)}|90|customer-ended-call|Hill|`,
    ]);
    expect(scripted.requests[0]).toMatchObject({ temperature: 0.4, maxTokens: 50 });
  });

  it('is searched for by a regex without a model', async () => {
    const { run, model } = extract({ ...TEXT, type: 'regex', regex: 'on (\\w+)' });
    const { results, hasAsked } = await run();
    expect([results.one?.result, hasAsked, model.requests]).toEqual(['Monday', false, []]);
    const other = extract({ ...TEXT, type: 'regex', regex: '(?i)visit' });
    expect((await other.run()).results.one).toMatchObject({
      result: null,
      error: 'What the regex finds does not fit its schema.',
    });
  });

  it.each<[OwnOutput['conditions'], Partial<OutputMaterial>, boolean]>([
    [[], { messages: MESSAGES.slice(0, 3) }, false],
    [null, {}, true],
    [[{ type: 'minMessages', count: 0 }], { messages: [] }, true],
    [[{ type: 'minMessages', count: 3 }], {}, false],
    [[{ type: 'minCallDuration', seconds: 91 }], {}, false],
    [[{ type: 'minCallDuration', seconds: 91 }], { durationSeconds: null }, true],
    [[{ type: 'endedReason', operator: 'oneOf', values: ['customer-ended-call'] }], {}, true],
    [[{ type: 'endedReason', operator: 'notOneOf', values: ['customer-ended-call'] }], {}, false],
  ])('is skipped where a condition is not met: %j', async (conditions, material, isMet) => {
    const regex = { ...TEXT, type: 'regex' as const, regex: 'Monday', conditions };
    const { results, skipped } = await extract(regex).run(material);
    expect([Object.keys(results), Object.keys(skipped)]).toEqual(
      isMet ? [['one'], []] : [[], ['one']],
    );
    const unmetCondition = conditions?.[0] ?? { type: 'minMessages', count: 2 };
    if (!isMet) expect(skipped.one).toEqual({ name: 'Day', unmetCondition });
  });
});

it('what is taken down later stands beside what was before', () => {
  const before = {
    structuredOutputs: { a: { name: 'A', result: 1 } },
    skippedStructuredOutputs: {
      b: { name: 'B', unmetCondition: { type: 'minMessages' as const, count: 2 } },
    },
  };
  const results = { b: { name: 'B', result: 2 } };
  expect(outputArtifact(before, { results, skipped: {}, hasAsked: false }, 0)).toEqual({
    structuredOutputs: { a: { name: 'A', result: 1 }, b: { name: 'B', result: 2 } },
    structuredOutputsLastUpdatedAt: '1970-01-01T00:00:00.000Z',
  });
});
