import { randomUUID } from 'node:crypto';
import { talkTermsSchema } from '@kindling/protocol/talk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';

describe('what the page where an assistant answers is sent', () => {
  let database: OpenDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await openTestPglite();
    server = await createTestServer(database, { CALL_RECORDING: 'true' });
  }, 60_000);
  afterAll(() => database.close());

  const make = async (body: object) => {
    const { json } = await server.send('POST', '/assistant', { body });
    const key = await server.addToken({
      kind: 'public',
      name: 'Talk',
      allowedAssistantIds: [json.id],
    });
    return { assistantId: json.id as string, key };
  };
  const ask = (assistantId: unknown, key: string | null, headers = {}) =>
    server.send('POST', '/talk/terms', { body: { assistantId }, key, headers });

  it('names the assistant, the longest call, and that no sound is kept', async () => {
    const { assistantId, key } = await make({ name: 'Ada' });
    const answer = await ask(assistantId, key);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(talkTermsSchema.parse(answer.json)).toEqual({
      assistantName: 'Ada',
      maxDurationSeconds: 600,
      recordsSound: false,
      notice: [
        'Your voice is turned into text on this server. The sound is not kept. The text is kept for 90 days.',
      ],
    });
  });

  it('says when the sound is kept', async () => {
    const { assistantId, key } = await make({
      maxDurationSeconds: 90,
      artifactPlan: { recordingEnabled: true },
    });
    expect((await ask(assistantId, key)).json).toEqual({
      assistantName: 'Assistant',
      maxDurationSeconds: 90,
      recordsSound: true,
      notice: [
        'Your voice is turned into text on this server. The call is recorded, and the recording is kept until the operator deletes it. The text is kept for 90 days.',
      ],
    });
  });

  it('names who else hears the words, by host and without what is secret', async () => {
    const server = { url: 'https://hooks.example:8443/secret-path?key=k', secret: 's3cret' };
    const tool = {
      ...{ type: 'apiRequest', method: 'GET', url: 'https://weather.example/now' },
      function: { name: 'weather' },
    };
    const { assistantId, key } = await make({
      ...{ server, model: { provider: 'custom-llm', url: 'https://llm.example/v1', model: 'm' } },
    });
    const withTool = await make({
      server,
      serverMessages: [],
      model: { provider: 'kindling', tools: [tool] },
    });
    const words = (await ask(assistantId, key)).json.notice.slice(1);
    expect(words).toEqual([
      'What is said goes to a language model at llm.example, as text.',
      'The text of the call is sent to hooks.example.',
    ]);
    expect((await ask(withTool.assistantId, withTool.key)).json.notice.slice(1)).toEqual([
      'Where the assistant uses a tool, what it needs for that goes to weather.example.',
    ]);
  });

  it('says what the assistant says first', async () => {
    const { assistantId, key } = await make({ name: 'Ada', firstMessage: 'Ada here.' });
    const { json } = await ask(assistantId, key);
    expect(talkTermsSchema.parse(json).firstMessage).toBe('Ada here.');
  });

  it('refuses what a call would refuse', async () => {
    const { assistantId, key } = await make({ name: 'Ada' });
    const outcome = async (answer: ReturnType<typeof ask>) => {
      const { status, json } = await answer;
      return [status, json.code];
    };
    expect(await outcome(ask(assistantId, null))).toEqual([401, 'unauthenticated']);
    expect(await outcome(ask(assistantId, `${key}x`))).toEqual([401, 'unauthenticated']);
    expect(await outcome(ask(assistantId, server.privateKey))).toEqual([403, 'forbidden']);
    const elsewhere = { Origin: 'https://elsewhere.example' };
    expect(await outcome(ask(assistantId, key, elsewhere))).toEqual([403, 'origin_not_allowed']);
    expect(await outcome(ask(server.assistantId, key))).toEqual([403, 'assistant_not_allowed']);
    expect(await outcome(ask('Ada', key))).toEqual([400, 'bad_request']);
    expect(await outcome(ask(randomUUID(), key))).toEqual([404, 'not_found']);
    const token = await server.tokens.findByKey(key);
    await server.tokens.revoke(token?.id ?? '');
    expect(await outcome(ask(assistantId, key))).toEqual([401, 'token_revoked']);
  });
});
