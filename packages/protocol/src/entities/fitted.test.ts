import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fitted, fittedAnswerers, takeWarnings } from './fitted.ts';

const schema = z.looseObject({
  name: z.string().max(5).optional(),
  count: z.number().int().min(1).max(10).optional(),
  isOn: z.boolean().optional(),
  kind: z.enum(['a', 'b']).optional(),
  words: z.array(z.string().min(2)).max(3).optional(),
  url: z.url().optional(),
  parts: z.array(z.object({ id: z.string(), size: z.number().max(5).optional() })).optional(),
});
const read = (given: unknown) => {
  const parsed = fitted(schema).safeParse(given);
  if (!parsed.success) return parsed.error.issues.map(({ path }) => path.join('.'));
  const { form, warnings } = takeWarnings(parsed.data);
  return { form, paths: warnings.map(({ path }) => path) };
};

describe('what is written otherwise', () => {
  const assistant = z.looseObject({
    role: z.enum(['system', 'user', 'assistant']).optional(),
    method: z.enum(['GET', 'POST']).optional(),
    server: z
      .looseObject({ url: z.url().optional(), secret: z.string().min(1).optional() })
      .optional(),
    artifactPlan: z.looseObject({ recordingEnabled: z.boolean().optional() }).optional(),
    compliancePlan: z.looseObject({ hipaaEnabled: z.boolean().nullish() }).optional(),
    edges: z.array(z.string()),
  });
  it.each([
    [{ role: 'developer' }, { role: 'system' }],
    [{ method: 'post' }, { method: 'POST' }],
    [{ server: { url: '', secret: '' } }, { server: {} }],
    [
      { artifactPlan: { recordingEnabled: 'false' } },
      { artifactPlan: { recordingEnabled: false } },
    ],
    [
      { compliancePlan: { hipaaEnabled: { hipaaEnabled: true } } },
      { compliancePlan: { hipaaEnabled: true } },
    ],
  ])('is read: %j', (given, meant) => {
    const { data } = fitted(assistant).safeParse(given);
    expect(data && takeWarnings(data).form).toEqual({ ...meant, edges: [] });
  });

  it.each([
    { server: { secret: 7.5, url: 'nowhere' } },
    { artifactPlan: { recordingEnabled: 'perhaps' } },
    { compliancePlan: { hipaaEnabled: 'perhaps' } },
    { artifactPlan: { recordingEnabled: { toString: 'none' } } },
  ])('is refused where nobody knows what is meant: %j', (given) => {
    expect(fitted(assistant).safeParse({ ...given, edges: [] }).success).toBe(false);
  });
});

describe('what has settings and was written as a name', () => {
  const part = z.looseObject({ provider: z.string() });
  const assistant = z.looseObject({
    voice: part.optional(),
    model: part.optional(),
    transcriber: part.optional(),
    server: z.looseObject({ url: z.url().optional() }).optional(),
    clientMessages: z.array(z.string()).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    count: z.number().optional(),
  });
  it.each([
    [{ voice: 'jennifer-playht' }, { voice: { provider: 'playht', voiceId: 'jennifer' } }],
    [{ voice: 'Elliot' }, { voice: { provider: 'vapi', voiceId: 'Elliot' } }],
    [{ model: 'gpt-4' }, { model: { provider: 'openai', model: 'gpt-4' } }],
    [{ model: { model: 'claude-3' } }, { model: { model: 'claude-3', provider: 'anthropic' } }],
    [{ transcriber: 'deepgram' }, { transcriber: { provider: 'deepgram' } }],
    [{ server: 'https://a.example' }, { server: { url: 'https://a.example' } }],
    [{ clientMessages: [{ type: 'hang' }] }, { clientMessages: ['hang'] }],
    [{ metadata: [] }, { metadata: {} }],
    [{ count: '' }, {}],
    [{ voice: {} }, {}],
  ])('is read: %j', (given, meant) => {
    const { data } = fitted(assistant).safeParse(given);
    expect(data && takeWarnings(data).form).toEqual(meant);
  });

  it.each([
    { voice: 7 },
    { model: ['gpt-4'] },
    { server: 'nowhere' },
    { clientMessages: [{ kind: 'hang' }] },
    { count: [] },
    { metadata: 'text' },
  ])('is refused where nobody knows what is meant: %j', (given) => {
    expect(fitted(assistant).safeParse(given).success).toBe(false);
  });
});

describe('what does not fit', () => {
  it.each([
    [{ count: 99 }, { count: 10 }, ['count']],
    [{ count: 0 }, { count: 1 }, ['count']],
    [{ count: 2.6 }, { count: 3 }, ['count']],
    [{ count: '7' }, { count: 7 }, []],
    [{ isOn: 'true' }, { isOn: true }, []],
    [{ name: 'abcdefg' }, { name: 'abcde' }, ['name']],
    [{ name: 12 }, { name: '12' }, []],
    [{ kind: 'c' }, {}, ['kind']],
    [{ kind: null }, {}, ['kind']],
    [{ words: 'one' }, { words: ['one'] }, []],
    [{ words: ['x', 'yes', 'y', 'no'] }, { words: ['yes'] }, ['words', 'words.2', 'words.0']],
  ])('is bounded, read or left out: %j', (given, form, paths) => {
    expect(read(given)).toMatchObject({ form });
    expect(Object.keys((read(given) as { form: object }).form)).toEqual(Object.keys(form));
    expect(new Set((read(given) as { paths: string[] }).paths)).toEqual(new Set(paths));
  });

  it('takes what holds it along where it is needed, and keeps the place it had', () => {
    const parts = [{ size: 1 }, { id: 'b', size: 9 }, { id: 'c' }];
    expect(read({ parts })).toMatchObject({
      form: { parts: [{ id: 'b', size: 5 }, { id: 'c' }] },
      paths: ['parts.1.size', 'parts.0'],
    });
  });

  it('is refused where it is of another type altogether', () => {
    expect(read({ parts: 7 })).toEqual(['parts']);
    expect(read({ count: 'many', kind: 'c' })).toEqual(['count', 'kind']);
  });

  it('is refused where it protects a person, and in the whole', () => {
    expect(read({ url: 'nowhere', count: 99 })).toEqual(['count', 'url']);
    expect(read([])).toEqual(['']);
    expect(read('text')).toEqual(['']);
  });

  it('is refused where there is more of it than anybody writes', () => {
    const parts = Array.from({ length: 300 }, () => ({ id: 'a', size: 9 }));
    expect(read({ parts })).toHaveLength(300);
  });

  it('never reaches beyond the body', () => {
    const given = JSON.parse('{"__proto__":{"kind":"c"},"parts":[{"__proto__":7}]}');
    read(given);
    expect({}).not.toHaveProperty('kind');
  });
});

it('what fits is as it was, without warnings of earlier answers', () => {
  expect(read({ count: 3, more: { a: 1 }, warnings: [{ path: 'x', message: 'y' }] })).toEqual({
    form: { count: 3, more: { a: 1 } },
    paths: [],
  });
});

it('a request is fitted in what it says of who answers, and refused elsewhere', () => {
  const request = fittedAnswerers(
    z.looseObject({ name: z.string().max(5).optional(), assistant: schema.optional() }),
  );
  expect(request.safeParse({ assistant: { count: 99 } }).data).toMatchObject({
    assistant: { count: 10 },
    warnings: [{ path: 'assistant.count' }],
  });
  expect(request.safeParse({ assistant: { count: 99 }, name: 'abcdefg' }).success).toBe(false);
  expect(request.safeParse({ assistant: 7 }).success).toBe(false);
});
