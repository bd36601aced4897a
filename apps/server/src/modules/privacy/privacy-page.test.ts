import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRIVACY_FACTS, privacyFactPlaceholder } from '@kindling/protocol/privacy-facts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeCall } from '../../../testing/calls/stored-call.ts';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { retentionTable } from '../../platform/database/platform-tables.ts';

const DAY = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'kindling-privacy-'));
const databases: OpenDatabase[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(databases.map((database) => database.close()));
});
beforeAll(() => {
  const facts = PRIVACY_FACTS.map((fact) => `<p>${fact}: ${privacyFactPlaceholder(fact)}</p>`);
  writeFileSync(join(folder, 'privacy.html'), facts.join('\n'));
});

async function open(environment: Record<string, string>) {
  const database = await openTestPglite();
  databases.push(database);
  const server = await createTestServer(database, { SITE_DIST: folder, ...environment });
  return { database, server };
}

async function read(server: TestServer): Promise<Record<string, string>> {
  const page = await (await server.fetch('/privacy.html')).text();
  expect(page).not.toContain('[privacy-fact:');
  return Object.fromEntries([...page.matchAll(/<p>(\w+): (.*?)<\/p>/g)].map(([, a, b]) => [a, b]));
}

describe('what the privacy page says', () => {
  it('is what a plain start does', async () => {
    const { server, database } = await open({});
    const page = await read(server);
    expect(page).toMatchObject({
      promise: 'No cookies, no analytics, no recording of your voice.',
      wordsUntil: 'Kept for 90 days.',
      logsUntil: 'Entries of the log are kept for 30 days.',
    });
    expect(page.hearers).toContain('nobody');
    const [assistant] = (await server.send('GET', '/assistant')).json;
    expect([assistant.artifactPlan?.recordingEnabled ?? false, assistant.server ?? null]).toEqual([
      false,
      null,
    ]);
    await expectKept(server, database, 90);
  });

  it('is what the operator has set, and what the organisation has', async () => {
    const { server, database } = await open({
      TRANSCRIPT_RETENTION_DAYS: '7',
      LOG_RETENTION_DAYS: 'never',
    });
    const page = await read(server);
    expect(page.wordsUntil).toBe('Kept for 7 days.');
    expect(page.logsUntil).toBe('Entries of the log are kept until the operator deletes them.');
    await expectKept(server, database, 7);
    await server.send('PATCH', '/retention', { body: { transcriptDays: 1, logDays: 2 } });
    const changed = await read(server);
    expect([changed.wordsUntil, changed.logsUntil]).toEqual([
      'Kept for 1 day.',
      'Entries of the log are kept for 2 days.',
    ]);
    await expectKept(server, database, 1);
    await database.db.delete(retentionTable);
  });

  it('names who hears the words, as text that cannot become anything else', async () => {
    const { server } = await open({ CALL_RECORDING: 'true' });
    const body = {
      artifactPlan: { recordingEnabled: true, transcriptPlan: { enabled: false } },
      model: { provider: 'custom-llm', url: 'https://llm.example/v1?key=secret', model: 'm' },
    };
    const path = `/assistant/${server.assistantId}`;
    expect((await server.send('PATCH', path, { body })).status).toBe(200);
    const page = await read(server);
    expect(page.hearers).toContain('llm.example');
    expect(JSON.stringify(page)).not.toContain('secret');
    expect(page.promise).toBe('No cookies, no analytics. Calls are recorded.');
    expect(page.wordsUntil).toBe('Gone when the call ends.');
    expect((await server.fetch('/privacy.html')).headers.get('etag')).not.toBeNull();
  });

  it('says that people may listen, and where traces hold the words', async () => {
    const { server } = await open({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    });
    expect((await read(server)).hearers).not.toContain('may listen');
    const tool = {
      type: 'function',
      function: { name: 'note' },
      server: { url: 'https://notes.example' },
    };
    const hooks = [{ on: 'call.ending', do: [{ type: 'tool', tool }] }];
    const body = { monitorPlan: { listenEnabled: true }, hooks };
    const path = `/assistant/${server.assistantId}`;
    expect((await server.send('PATCH', path, { body })).status).toBe(200);
    const { hearers } = await read(server);
    expect(hearers).toContain('may listen');
    expect(hearers).toContain('traces.example');
    expect(hearers).toContain('notes.example');
    const silent = { compliancePlan: { hipaaEnabled: true } };
    await server.send('PATCH', path, { body: silent });
    expect((await read(server)).hearers).not.toContain('traces.example');
  });

  it('names the language model of this server, where the assistant is answered by it', async () => {
    const llm = { LLM_BASE_URL: 'https://own-model.example/v1', LLM_MODEL: 'm' };
    const { server } = await open(llm);
    expect((await read(server)).hearers).not.toContain('own-model.example');
    const body = { model: { provider: 'default' } };
    const path = `/assistant/${server.assistantId}`;
    expect((await server.send('PATCH', path, { body })).status).toBe(200);
    expect((await read(server)).hearers).toContain('own-model.example');
  });
});

it('names who looks through calls, where something is taken down of them', async () => {
  const llm = { LLM_BASE_URL: 'https://own-model.example/v1', LLM_MODEL: 'm' };
  const { server } = await open(llm);
  const id = server.assistantId;
  const output = { name: 'mood', schema: { type: 'string' }, assistantIds: [id] };
  const regex = { ...output, type: 'regex', regex: 'glad' };
  await server.send('POST', '/structured-output', { body: regex });
  expect((await read(server)).hearers).not.toContain('own-model.example');
  const made = await server.send('POST', '/structured-output', { body: output });
  expect((await read(server)).hearers).toContain('own-model.example');
  const model = { provider: 'custom-llm', url: 'https://third.example/v1', model: 'm' };
  await server.send('PATCH', `/structured-output/${made.json.id}`, { body: { model } });
  const { hearers } = await read(server);
  expect([hearers, hearers]).toEqual([
    expect.stringContaining('third.example'),
    expect.not.stringContaining('own-model.example'),
  ]);
  const artifactPlan = { transcriptPlan: { enabled: false } };
  await server.send('PATCH', `/assistant/${id}`, { body: { artifactPlan } });
  expect((await read(server)).hearers).not.toContain('third.example');
});

it('names who speaks, where that is not this machine', async () => {
  const { server } = await open({});
  const path = `/assistant/${server.assistantId}`;
  const fallbackPlan = {
    voices: [{ provider: 'custom-voice', server: { url: 'https://own.example/v' } }],
  };
  const voice = { provider: 'elevenlabs', voiceId: 'v', fallbackPlan };
  await server.send('PATCH', path, { body: { voice } });
  const before = (await read(server)).hearers;
  expect(before).toContain('own.example');
  expect(before).not.toContain('elevenlabs');
  await server.send('POST', '/credential', { body: { provider: '11labs', apiKey: 'k' } });
  expect((await read(server)).hearers).toContain('api.elevenlabs.io');
});

it('names who turns the voice into text, where that is not this machine', async () => {
  const { server } = await open({});
  const path = `/assistant/${server.assistantId}`;
  const transcriber = { provider: 'deepgram', fallbackPlan: { transcribers: [] } };
  await server.send('PATCH', path, { body: { transcriber } });
  const before = await read(server);
  expect([before.hearers, before.voiceKept]).toEqual([
    expect.not.stringContaining('deepgram'),
    expect.stringContaining('on this server'),
  ]);
  await server.send('POST', '/credential', { body: { provider: 'deepgram', apiKey: 'k' } });
  const after = await read(server);
  expect([after.hearers, after.voiceKept]).toEqual([
    expect.stringContaining('sent as sound to api.deepgram.com'),
    expect.not.stringContaining('on this server'),
  ]);
});

/** A call that is older than it says has no words left; one that is younger has them. */
async function expectKept(server: TestServer, database: OpenDatabase, days: number): Promise<void> {
  const before = (age: number) => new Date(server.clock.now() - age * DAY);
  const ids = await Promise.all(
    [days + 0.01, days - 0.01].map((age) =>
      storeCall(database.db, server.orgId, { endedAt: before(age) }),
    ),
  );
  await server.retention.plan('now');
  server.jobs.start();
  await server.jobs.settled();
  const kept = await Promise.all(
    ids.map(async (id) => (await server.send('GET', `/call/${id}`)).json.artifact !== null),
  );
  expect(kept).toEqual([false, true]);
}
