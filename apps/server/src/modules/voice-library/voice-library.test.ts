import { libraryVoiceSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

describeWithServer('the voice library', (server) => {
  const idsOf = async (path: string) =>
    (await server().send('GET', path)).json.map(
      (voice: { providerId: string }) => voice.providerId,
    );

  it('has the voices of this machine, with something to listen to', async () => {
    const { json } = await server().send('GET', '/voice-library/kindling');
    expect(json.map((voice: unknown) => libraryVoiceSchema.parse(voice).name)).toEqual([
      ...['Slt', 'Rms', 'Awb'],
    ]);
    const sample = await server().fetch(new URL(json[2].previewUrl).pathname);
    expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    const wave = Buffer.from(await sample.arrayBuffer());
    expect(wave.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wave.readUInt32LE(24)).toBe(16_000);
    const none = await server().send('GET', '/voice-library/kindling/samples/eve.wav');
    expect([none.status, none.json.code]).toEqual([404, 'not_found']);
  });

  it('is narrowed', async () => {
    expect(await idsOf('/voice-library/kindling?gender=MALE')).toEqual(['rms', 'awb']);
    expect(await idsOf('/voice-library/kindling?keyword=scot')).toEqual(['awb']);
    expect(await idsOf('/voice-library/kindling?language=en&accent=american')).toEqual([
      ...['slt', 'rms'],
    ]);
    expect(await idsOf('/voice-library/kindling?limit=1&page=3')).toEqual(['awb']);
    expect(await idsOf('/voice-library/kindling?createdAtLt=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await idsOf('/voice-library/kindling/accents')).toEqual(['slt', 'awb']);
    expect(await idsOf('/voice-library/playht')).toEqual([]);
  });

  it('finds local voices by name', async () => {
    const { json } = await server().send('GET', '/kindling/voice/search?name=rms');
    expect(json).toMatchObject([{ voiceId: 'rms', name: 'Rms', gender: 'male' }]);
  });

  it('fetches what is here already, and says what cannot be', async () => {
    const local = await server().send('POST', '/voice-library/sync', { body: {} });
    expect([local.status, local.json.length]).toEqual([201, 3]);
    const never = await server().send('POST', '/voice-library/sync/tavus');
    expect([never.status, never.json.fields[0].path]).toEqual([400, 'provider']);
    const path = '/voice-library/create-sesame-voice';
    const sesame = await server().send('POST', path, { body: { voiceName: 'Ada' } });
    expect([sesame.status, sesame.json.code]).toEqual([409, 'not_configured']);
  });

  it.each([
    ['GET', '/voice-library/kindling'],
    ['GET', '/voice-library/kindling/accents'],
    ['POST', '/voice-library/sync'],
    ['POST', '/voice-library/sync/kindling'],
    ['POST', '/voice-library/create-sesame-voice'],
  ])('%s %s needs a private key', async (method, path) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
  });

  it.each([
    ['GET', '/voice-library/nobody'],
    ['GET', '/voice-library/kindling?page=0'],
    ['POST', '/voice-library/sync/nobody'],
  ])('%s %s is refused', async (method, path) => {
    expect((await server().send(method, path)).json.code).toBe('bad_request');
  });
});
