import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { credentialTable, logTable, voiceTable } from '../../platform/database/platform-tables.ts';
import type { HttpAnswer, HttpRequest } from '../../platform/http-client/http-out.ts';
import { OutgoingError } from '../../platform/http-client/outgoing-error.ts';
import { createVault } from '../../platform/secrets/create-vault.ts';
import { createCredentialStore } from '../credentials/credential-store.ts';
import { registerVoiceLibrary } from '../voice-library/register.ts';
import { registerProviders } from './register.ts';

type Handlers = ReturnType<typeof registerProviders> & ReturnType<typeof registerVoiceLibrary>;

describeWithServer('providers', (server, database) => {
  let asked: HttpRequest[] = [];
  let answer: (request: HttpRequest) => Partial<HttpAnswer> | Error = () => ({});
  const handlers = (): Handlers => {
    const context = {
      installedModels: { voices: [], recognisers: [], encoders: [], turnModels: [] },
      db: database().db,
      credentials: createCredentialStore(database().db, createVault(Buffer.alloc(32, 9))),
      logs: server().logs,
      clock: server().clock,
      http: {
        async send(request: HttpRequest) {
          asked.push(request);
          const given = answer(request);
          if (given instanceof Error) throw given;
          return { status: 200, headers: {}, text: '{}', ...given };
        },
      },
    };
    return { ...registerProviders(context), ...registerVoiceLibrary(context) };
  };
  const call = <N extends keyof Handlers>(name: N, request: object) =>
    (handlers()[name] as (request: unknown) => Promise<unknown>)({
      ...{ token: { orgId: server().orgId }, baseUrl: 'http://localhost', query: {}, params: {} },
      signal: new AbortController().signal,
      ...request,
    });
  const store = (body: object) => server().send('POST', '/credential', { body });
  const elevenLabs = { provider: '11labs', apiKey: 'xi-secret' };
  const search = { params: { provider: '11labs' }, query: { name: 'Ada' } };

  beforeEach(async () => {
    asked = [];
    answer = () => ({});
    await server().logs.flush();
    for (const table of [credentialTable, voiceTable, logTable]) await database().db.delete(table);
  });

  describe('without a credential', () => {
    it.each([
      ['GET', '/make/workflows'],
      ['GET', '/ghl/workflows?locationId=1'],
      ['GET', '/make/workflows/12/hooks'],
      ['GET', '/ghl/locations'],
      ['GET', '/11labs/voice/search?name=Ada'],
      ['GET', '/11labs/voices/search?name=Ada'],
      ['POST', '/11labs/voice/add', { ownerId: 'o', voiceId: 'v', name: 'Ada' }],
      ['POST', '/11labs/voices/add', { ownerId: 'o', voiceId: 'v', name: 'Ada' }],
      ['POST', '/voice-library/sync/cartesia'],
      ['POST', '/voice-library/sync', { providers: ['azure'] }],
    ])('%s %s says what is missing', async (method, path, body?: object) => {
      const { status, json } = await server().send(method, path, { body });
      expect([status, json.code, json.fields[0].path]).toEqual([400, 'bad_request', 'provider']);
      expect(json.message).toContain('POST /credential');
      expect((await server().send(method, path, { key: null })).status).toBe(401);
      expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
    });

    it('a voice is not cloned', async () => {
      const body = new FormData();
      body.append('name', 'Ada');
      body.append('files', new File(['RIFF'], 'ada.wav', { type: 'audio/wav' }));
      const send = (form: FormData) =>
        server().fetch('/11labs/voice/clone', {
          method: 'POST',
          headers: { Authorization: `Bearer ${server().privateKey}` },
          body: form,
        });
      expect(await (await send(body)).json()).toMatchObject({
        code: 'bad_request',
        fields: [{ path: 'provider' }],
      });
      body.append('files', new File(['text'], 'ada.txt', { type: 'text/plain' }));
      expect(await (await send(body)).json()).toMatchObject({
        fields: [{ path: expect.stringMatching(/^files/) }],
      });
    });
  });

  it.each([
    ['GET', '/zapier/workflows', 404],
    ['GET', '/make/workflows/..%2F..%2Fusers/hooks', 400],
    ['GET', '/nobody/voice/search?name=x', 404],
    ['GET', '/11labs/voice/search', 400],
    ['GET', '/azure/voice/search?name=x', 400],
    ['POST', '/kindling/voice/add', 400],
    ['GET', '/make/nothing', 404],
  ])('%s %s is refused in JSON', async (method, path, status) => {
    const body = { ownerId: 'o', voiceId: 'v', name: 'n' };
    const refused = await server().send(method, path, method === 'POST' ? { body } : {});
    expect([refused.status, refused.json.statusCode]).toEqual([status, status]);
  });

  it('shared voices are found, added, cloned and kept in the library', async () => {
    await store(elevenLabs);
    answer = () => ({
      text: JSON.stringify({
        voices: [{ voice_id: 'v1', name: 'Ada', public_owner_id: 'o1', accent: 'british', age: 3 }],
      }),
    });
    expect(await call('provider.searchVoice', search)).toEqual([
      { voiceId: 'v1', name: 'Ada', publicOwnerId: 'o1', accent: 'british', age: 3 },
    ]);
    expect(asked[0]).toMatchObject({ headers: { 'xi-api-key': 'xi-secret' } });
    expect(asked[0]?.url).toContain('search=Ada');
    answer = () => ({ text: '{"voice_id":"mine"}' });
    const body = { ownerId: 'o1', voiceId: 'v1', name: 'My Ada' };
    await call('provider.addVoice', { params: { provider: '11labs' }, body });
    expect(asked[1]).toMatchObject({
      url: 'https://api.elevenlabs.io/v1/voices/add/o1/v1',
      body: '{"new_name":"My Ada"}',
    });
    answer = () => ({ text: '{"voice_id":"cloned"}' });
    const files = [new File(['RIFF'], 'ada.wav', { type: 'audio/wav' })];
    await call('provider.cloneVoice', { body: { name: 'Clone', description: 'Hers', files } });
    const sent = await new Response(asked[2]?.body as string, {
      headers: { 'content-type': asked[2]?.headers?.['content-type'] ?? '' },
    }).formData();
    expect([sent.get('name'), (sent.get('files') as File).name]).toEqual(['Clone', 'ada.wav']);
    const library = await server().send('GET', '/voice-library/11labs?keyword=clone');
    expect(library.json).toMatchObject([
      { providerId: 'cloned', name: 'Clone', description: 'Hers', isPublic: false },
    ]);
  });

  it('voices are fetched, and those that are gone forgotten', async () => {
    await store(elevenLabs);
    const voiceList = (...ids: string[]) =>
      JSON.stringify({
        voices: ids.map((voice_id) => ({
          ...{ voice_id, name: `Voice ${voice_id}`, preview_url: 'https://x.example/a.mp3' },
          labels: { gender: 'Female', accent: voice_id === 'c' ? 'irish' : 'british', use: 7 },
        })),
      });
    const params = { provider: '11labs' };
    answer = () => ({ text: voiceList('a', 'b') });
    await call('voiceLibrary.syncProvider', { params });
    const [before] = (await server().send('GET', '/voice-library/11labs')).json;
    answer = () => ({ text: voiceList('c', 'a') });
    await call('voiceLibrary.sync', { body: {} });
    const { json } = await server().send('GET', '/voice-library/11labs?gender=female');
    expect(json.map((voice: { providerId: string }) => voice.providerId)).toEqual(['a', 'c']);
    expect(json[0]).toMatchObject({ id: before.id, createdAt: before.createdAt });
    const accents = (await server().send('GET', '/voice-library/11labs/accents')).json;
    expect(accents.map((voice: { accent: string }) => voice.accent)).toEqual(['british', 'irish']);
    const page = await server().send('GET', '/voice-library/11labs?limit=1&page=2');
    expect(page.json.map((voice: { providerId: string }) => voice.providerId)).toEqual(['c']);
  });

  it('workflows are passed on from where the credential says', async () => {
    await store({ provider: 'make', teamId: '7', region: 'eu1', apiKey: 'mk' });
    answer = () => ({ text: '{"scenarios":[{"id":1}]}' });
    const params = { provider: 'make' };
    expect(await call('provider.workflows', { params })).toEqual({ scenarios: [{ id: 1 }] });
    await call('provider.workflowHooks', { params: { ...params, workflowId: '12' } });
    expect(asked.map(({ url }) => url)).toEqual([
      'https://eu1.make.com/api/v2/scenarios?teamId=7',
      'https://eu1.make.com/api/v2/scenarios/12/triggers',
    ]);
  });

  it('a failure is reported, logged, and shows no key', async () => {
    const { json } = await store(elevenLabs);
    const failure = async (given: typeof answer) => {
      answer = given;
      return call('provider.searchVoice', search).then(
        () => null,
        (error: { code: string; message: string }) => [error.code, error.message],
      );
    };
    expect(await failure(() => ({ status: 401 }))).toEqual([
      'bad_request',
      expect.stringContaining(json.id),
    ]);
    expect(await failure(() => ({ status: 503 }))).toMatchObject(['provider_failed', /503/]);
    expect(await failure(() => ({ text: '<html>' }))).toMatchObject(['provider_failed', /./]);
    const closed = new OutgoingError('unreachable', 'its server cannot be reached');
    expect(await failure(() => closed)).toMatchObject(['provider_failed', /cannot be reached/]);
    const { results } = (await server().send('GET', '/logs?type=Provider')).json;
    expect(results).toHaveLength(4);
    expect(JSON.stringify(results)).not.toContain('xi-secret');
    expect(results[0]).toMatchObject({ provider: '11labs', requestPath: '/v1/shared-voices' });
  });

  it('another organisation’s credential is none', async () => {
    await store(elevenLabs);
    const other = { ...search, token: { orgId: randomUUID() } };
    await expect(call('provider.searchVoice', other)).rejects.toThrow('has none');
    expect(asked).toEqual([]);
  });
});
