import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCircuit,
  createGuideModel,
  type Model,
  type ModelRequest,
} from '@kindling/conversation';
import type { AssistantCreate, KnowledgeBaseCreate } from '@kindling/protocol';
import { createSystemClock } from '@kindling/protocol/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../../../testing/databases/test-pglite.ts';
import { testAssistant } from '../../../../../testing/server/fake-parts.ts';
import { seed } from '../../../../main/seed.ts';
import { readBrandContent } from '../../../../platform/config/brand-content.ts';
import type { OpenDatabase } from '../../../../platform/database/database.ts';
import {
  fileTable,
  knowledgeBaseTable,
  toolTable,
} from '../../../../platform/database/platform-tables.ts';
import { orgTable } from '../../../../platform/database/schema.ts';
import type { ServerCall } from '../../../../platform/http-client/call-server.ts';
import { OutgoingError } from '../../../../platform/http-client/outgoing-error.ts';
import { createFolderBlobs } from '../../../../platform/storage/folder-blobs.ts';
import { createFileContents } from '../../../files/file-contents.ts';
import { createOpenKnowledge } from '../../../knowledge/assistant-knowledge.ts';
import { type ComposedKnowledge, composeKnowledge } from '../../../knowledge/compose-knowledge.ts';
import { createModelResolver } from './model-resolver.ts';

const TEXT = 'The pool is open from nine to six. It is heated to 26 degrees.';

const { knowledge: productKnowledge } = readBrandContent();

describe('the model of an assistant with knowledge', () => {
  let database: OpenDatabase;
  let blobFolder: string;
  let orgId: string;
  let knowledge: ComposedKnowledge;
  let requests: ModelRequest[];
  let calls: ServerCall[];
  let answer: () => string;
  let warnings: number;

  beforeAll(async () => {
    database = await openTestPglite();
    blobFolder = await mkdtemp(join(tmpdir(), 'kindling-knowledge-'));
    await seed({
      db: database.db,
      assistant: testAssistant,
      keepPrivateKey: async () => undefined,
    });
    const [org] = await database.db.select().from(orgTable);
    orgId = org?.id ?? '';
    knowledge = composeKnowledge({ db: database.db, blobs: createFolderBlobs(blobFolder) });
  }, 60_000);
  beforeEach(() => {
    requests = [];
    calls = [];
    warnings = 0;
    answer = () => '{}';
  });
  afterAll(async () => {
    await database.close();
    await rm(blobFolder, { recursive: true, force: true });
  });

  const times = () => ({ createdAt: new Date(), updatedAt: new Date() });
  async function addFile(text = TEXT, ownerId = orgId): Promise<string> {
    const id = randomUUID();
    const content = join(blobFolder, randomUUID());
    await writeFile(content, text);
    const key = await createFileContents(createFolderBlobs(blobFolder)).add(ownerId, content, text);
    const body = { key, name: 'pool.txt', status: 'done', parsedTextBytes: text.length };
    await database.db.insert(fileTable).values({ id, orgId, body, ...times() });
    return id;
  }
  async function addBase(body: Record<string, unknown>): Promise<string> {
    const id = randomUUID();
    await database.db.insert(knowledgeBaseTable).values({ id, orgId, body, ...times() });
    return id;
  }

  function choose(assistant: AssistantCreate, of = orgId): Promise<Model> {
    const recording: Model = {
      provider: 'test',
      async *respond(request) {
        requests.push(request);
        yield 'from the model';
      },
    };
    const log = pino(
      { level: 'warn' },
      {
        write() {
          warnings += 1;
        },
      },
    );
    const openKnowledge = createOpenKnowledge({
      db: database.db,
      bases: knowledge.bases,
      library: knowledge.library,
      now: () => 1_000,
      log,
      async callServer(call) {
        calls.push(call);
        return { status: 200, headers: {}, text: answer() };
      },
    });
    return createModelResolver({
      clock: createSystemClock(),
      circuit: createCircuit({ now: Date.now }),
      warmer: { warm() {}, handleWord() {} },
      guardEvents: { onTakeover() {}, onWithheld() {}, onCutShort() {} },
      openKnowledge,
      models: {
        guide: (options) =>
          options === undefined
            ? recording
            : createGuideModel({ base: productKnowledge, ...options }),
        facts: () => ({ find: async () => ({ say: null, passages: [] }) }),
        openAi: () => recording,
        anthropic: () => recording,
      },
      llm: { baseUrl: 'https://llm.example/v1', apiKey: null, model: 'm' },
      credentials: { openFor: async () => null },
      oauth2Tokens: async () => '',
      fetch,
    }).resolve(of, assistant);
  }

  async function ask(
    assistant: AssistantCreate,
    content = 'When is the pool open?',
  ): Promise<string> {
    const model = await choose(assistant);
    let said = '';
    for await (const piece of model.respond({ messages: [{ role: 'user', content }] }))
      said += piece;
    return said;
  }

  it('is the guide over the files of a stored knowledge base, without any key', async () => {
    const knowledgeBaseId = await addBase({ provider: 'kindling', fileIds: [await addFile()] });
    const assistant = { name: 'Nemo', model: { provider: 'kindling', knowledgeBaseId } };
    expect(await ask(assistant)).toBe(TEXT);
    expect(await ask(assistant, 'Who are you?')).toContain('I am Nemo');
    expect(await ask(assistant, 'What is Prompt Hero?')).toMatch(/not|no good/);
  });

  it('keeps what the guide knows of the product when it is to', async () => {
    const knowledgeBase: KnowledgeBaseCreate = {
      provider: 'kindling',
      mode: 'extend',
      fileIds: [await addFile()],
    };
    const assistant = { model: { provider: 'kindling', knowledgeBase } };
    expect(await ask(assistant)).toBe(TEXT);
    expect(await ask(assistant, 'What is Prompt Hero?')).toContain('Prompt Hero');
  });

  it('is the guide over the files of query tools, its own and stored ones', async () => {
    const queryTool = async (text: string) => ({
      type: 'query' as const,
      knowledgeBases: [{ name: 'a', fileIds: [await addFile(text)] }],
    });
    const id = randomUUID();
    const body = await queryTool('Towels cost two euros.');
    await database.db.insert(toolTable).values({ id, orgId, body, ...times() });
    const assistant: AssistantCreate = {
      model: { provider: 'kindling', tools: [await queryTool(TEXT)], toolIds: [id] },
    };
    expect(await ask(assistant)).toBe(TEXT);
    expect(await ask(assistant, 'What do towels cost?')).toBe('Towels cost two euros.');
  });

  it('is a language model that is given what its files say', async () => {
    const knowledgeBaseId = await addBase({ provider: 'kindling', fileIds: [await addFile()] });
    expect(await ask({ model: { provider: 'openai', knowledgeBaseId } })).toBe('from the model');
    expect(requests[0]?.messages[0]?.content).toContain(TEXT);
  });

  it('asks a server of one’s own with the conversation, and says what that wants said', async () => {
    const server = { url: 'https://a.example/know' };
    const knowledgeBase = { provider: 'custom-knowledge-base', server } as const;
    answer = () => JSON.stringify({ message: { role: 'assistant', content: 'At ten.' } });
    expect(await ask({ model: { provider: 'openai', knowledgeBase } })).toBe('At ten.');
    const spoken = [{ role: 'user', content: 'When is the pool open?' }];
    expect(calls).toMatchObject([
      {
        orgId,
        server,
        type: 'knowledge-base-request',
        body: { message: { type: 'knowledge-base-request', timestamp: 1_000, messages: spoken } },
      },
    ]);
  });

  it('answers from the documents such a server finds, the most alike first', async () => {
    const server = { url: 'https://a.example/know' };
    const knowledgeBase = { provider: 'custom-knowledge-base', server } as const;
    const documents = [
      { content: 'Whales are large.', similarity: 0.1 },
      { content: TEXT, similarity: 0.9 },
    ];
    answer = () => JSON.stringify({ documents });
    expect(await ask({ model: { provider: 'kindling', knowledgeBase } })).toBe(TEXT);
    await ask({ model: { provider: 'openai', knowledgeBase } });
    expect(requests[0]?.messages[0]?.content).toMatch(/\[1\] The pool[\s\S]*\[2\] Whales/);
  });

  it.each([
    ['not JSON', () => 'oops'],
    ['something else', () => '{"documents":[{"content":7}]}'],
    [
      'nothing',
      () => {
        throw new OutgoingError('timed_out', 'its server does not answer in time');
      },
    ],
  ])(
    'goes on without a server that answers %s, and the operator is notified',
    async (_, broken) => {
      const server = { url: 'https://a.example/know' };
      answer = broken;
      const knowledgeBase = { provider: 'custom-knowledge-base', server } as const;
      expect(await ask({ model: { provider: 'openai', knowledgeBase } })).toBe('from the model');
      expect(warnings).toBe(1);
    },
  );

  it('passes over files that are gone, and never opens another organisation’s', async () => {
    const fileId = await addFile();
    const knowledgeBase: KnowledgeBaseCreate = {
      provider: 'kindling',
      fileIds: [randomUUID(), fileId],
    };
    const assistant = { model: { provider: 'kindling', knowledgeBase } };
    expect(await ask(assistant)).toBe(TEXT);
    const stranger = await choose(assistant, randomUUID());
    let said = '';
    const messages = [{ role: 'user' as const, content: 'When is the pool open?' }];
    for await (const piece of stranger.respond({ messages })) said += piece;
    expect(said).not.toContain('nine');
    expect(await knowledge.searchKnowledge(randomUUID(), [fileId], 'pool')).toEqual([]);
  });

  it('begins every conversation with what the assistant says was said', async () => {
    const messages = [
      { role: 'system', content: 'Be Ada.' },
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'Two.' },
    ] as const;
    await ask({ model: { provider: 'custom-llm', messages: [...messages] } });
    const asked = requests[0]?.messages.filter(({ role }) => role !== 'system');
    expect(asked?.slice(0, 2)).toEqual(messages.slice(1));
    expect(asked).toHaveLength(3);
  });

  it('is as it was without any knowledge', async () => {
    expect(await ask({ model: { provider: 'kindling' } })).toBe('from the model');
    expect(requests[0]?.messages).toHaveLength(1);
  });

  it('answers the query tool with passages and where they are from', async () => {
    const fileId = await addFile(
      '# Pool\n\nThe pool is heated.\n\n# Sauna\n\nThe sauna is closed.',
    );
    expect(await knowledge.searchKnowledge(orgId, [fileId], 'is the sauna open')).toEqual([
      { text: 'Sauna: The sauna is closed.', source: 'pool.txt' },
    ]);
  });
});
