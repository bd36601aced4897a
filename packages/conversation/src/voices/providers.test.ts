import { describe, expect, it } from 'vitest';
import { customVoiceWriter } from './custom-voice/write-request.ts';
import { type KeyedVoiceProvider, VOICE_PROVIDERS_BY_KEY, voiceFieldsSent } from './providers.ts';

const { signal } = new AbortController();

async function requestOf(name: KeyedVoiceProvider, voice: object, baseUrl?: string) {
  const access = { apiKey: 'key', ...(baseUrl !== undefined && { baseUrl }) };
  const write = VOICE_PROVIDERS_BY_KEY[name].writer({ provider: name, ...voice }, access);
  const { url, headers, body } = await write('Hello.', signal);
  return { url, headers, body: JSON.parse(body) };
}

describe('the request for a sentence', () => {
  it('to OpenAI', async () => {
    const voice = { voiceId: 'nova', speed: 9, instructions: 'Softly.', stability: 1 };
    expect(await requestOf('openai', voice)).toEqual({
      url: 'https://api.openai.com/v1/audio/speech',
      headers: { authorization: 'Bearer key' },
      body: {
        model: 'gpt-4o-mini-tts',
        voice: 'nova',
        input: 'Hello.',
        response_format: 'pcm',
        speed: 4,
        instructions: 'Softly.',
      },
    });
  });

  it('to a server that speaks its protocol', async () => {
    const asked = await requestOf('openai', { voiceId: 'af_bella' }, 'http://kokoro.test/v1/');
    expect(asked.url).toBe('http://kokoro.test/v1/audio/speech');
    expect(asked.body).toMatchObject({ model: 'tts-1', voice: 'af_bella' });
  });

  it.each([
    ['openai', 'https://a.test/v1/?api-version=1', 'https://a.test/v1/audio/speech?api-version=1'],
    ['deepgram', 'wss://own.test', 'https://own.test/v1/speak'],
  ] as const)('to %s at %s goes to %s', async (provider, baseUrl, url) => {
    const asked = await requestOf(provider, { voiceId: 'echo' }, baseUrl);
    expect(asked.url.split('?model')[0]).toBe(url);
  });

  it('to ElevenLabs', async () => {
    const voice = {
      voiceId: 'Sarah',
      model: 'eleven_flash_v2_5',
      stability: 0.5,
      similarityBoost: 0.75,
      style: 0,
      useSpeakerBoost: true,
      speed: 2,
      optimizeStreamingLatency: 3,
    };
    expect(await requestOf('11labs', voice)).toEqual({
      url: 'https://api.elevenlabs.io/v1/text-to-speech/EXAVITQu4vr4xnSDxMaL/stream?output_format=pcm_24000&optimize_streaming_latency=3',
      headers: { 'xi-api-key': 'key', accept: 'audio/*' },
      body: {
        text: 'Hello.',
        model_id: 'eleven_flash_v2_5',
        voice_settings: {
          stability: 0.5,
          similarity_boost: 0.75,
          style: 0,
          use_speaker_boost: true,
          speed: 1.2,
        },
      },
    });
  });

  it.each([
    [{ model: 'eleven_turbo_v2_5', language: 'fr-CA' }, { language_code: 'fr' }],
    [{ model: 'eleven_turbo_v2_5', language: 'multi' }, {}],
    [{ model: 'eleven_multilingual_v2', language: 'es' }, {}],
    [{ model: 'eleven_v3', stability: 0.35 }, { voice_settings: { stability: 0.5 } }],
  ])('to ElevenLabs of %j has no field that it refuses', async (voice, sent) => {
    const { body } = await requestOf('11labs', { voiceId: 'id', ...voice });
    expect(body).toEqual({ text: 'Hello.', model_id: voice.model, ...sent });
  });

  it.each([
    ['burt', '4YYIPFl9wE5c4L2eu2Gb'],
    [' Bella', 'EXAVITQu4vr4xnSDxMaL'],
    ['93nuHbke4dTER9x2pDwE', '93nuHbke4dTER9x2pDwE'],
    ['constructor', 'constructor'],
  ])('to ElevenLabs for “%s” is for %s', async (voiceId, id) => {
    const { url } = await requestOf('11labs', { voiceId });
    expect(new URL(url).pathname).toBe(`/v1/text-to-speech/${id}/stream`);
  });

  it.each([
    ['rachel', true],
    ['marissa', false],
    ['DMrXvkhaNPEmPbI3ABs8', true],
    ['abcdefghijklmnopqrst', true],
  ])('to ElevenLabs can be made for “%s”: %s', (voiceId, isKnown) => {
    expect(VOICE_PROVIDERS_BY_KEY['11labs'].knowsVoice(voiceId)).toBe(isKnown);
    expect(VOICE_PROVIDERS_BY_KEY.openai.knowsVoice(voiceId)).toBe(true);
  });

  it('cannot leave the address of ElevenLabs by the name of a voice', async () => {
    const { url } = await requestOf('11labs', { voiceId: '../../v1/user?a=' });
    expect(new URL(url).pathname).toBe('/v1/text-to-speech/..%2F..%2Fv1%2Fuser%3Fa%3D/stream');
  });

  it('to Cartesia, which has two ways to say how fast', async () => {
    const { url, headers, body } = await requestOf('cartesia', { voiceId: 'id', speed: 1.2 });
    expect(url).toBe('https://api.cartesia.ai/tts/bytes');
    expect(headers).toEqual({ 'x-api-key': 'key', 'cartesia-version': '2025-04-16' });
    expect(body).toEqual({
      model_id: 'sonic-3',
      transcript: 'Hello.',
      voice: { mode: 'id', id: 'id' },
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
      generation_config: { speed: 1.2 },
    });
    const named = await requestOf('cartesia', {
      voiceId: 'id',
      language: 'de-DE',
      generationConfig: { volume: 1, experimental: { accentLocalization: 1 } },
    });
    expect(named.body).toMatchObject({
      language: 'de',
      generation_config: { volume: 1, experimental: { accent_localization: 1 } },
    });
    const older = await requestOf('cartesia', { voiceId: 'id', speed: 1.2, model: 'sonic-2' });
    expect(older.body).toMatchObject({ model_id: 'sonic-2', speed: 'fast' });
    expect(older.body).not.toHaveProperty('generation_config');
  });

  it.each([
    [{ voiceId: 'asteria' }, 'aura-2-asteria-en'],
    [{ voiceId: 'stella' }, 'aura-stella-en'],
    [{ voiceId: 'asteria', model: 'aura' }, 'aura-asteria-en'],
    [{ voiceId: 'aura-2-celeste-es' }, 'aura-2-celeste-es'],
    [{ model: 'aura-orion-en' }, 'aura-orion-en'],
    [{ voiceId: 'orion', model: 'aura-orion-en' }, 'aura-orion-en'],
    [{}, 'aura-2-thalia-en'],
  ])('to Deepgram for %j names %s', async (voice, model) => {
    const { url, headers, body } = await requestOf('deepgram', voice);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      model,
      encoding: 'linear16',
      sample_rate: '24000',
      container: 'none',
    });
    expect(headers).toEqual({ authorization: 'Token key' });
    expect(body).toEqual({ text: 'Hello.' });
  });

  it('to a server of the owner’s says what is wanted, and proves whose it is', async () => {
    const write = customVoiceWriter({
      url: 'https://voice.test/speak',
      about: () => ({ call: { id: 'c' } }),
      prove: async (body) => ({ 'x-signature': String(body.length) }),
    });
    const { url, headers, body } = await write('Hello.', signal);
    expect(url).toBe('https://voice.test/speak');
    expect(headers).toEqual({ 'x-signature': String(body.length) });
    expect(JSON.parse(body)).toEqual({
      message: { call: { id: 'c' }, type: 'voice-request', text: 'Hello.', sampleRate: 24_000 },
    });
  });
});

it('a field that does not fit is not sent, and not said to be', async () => {
  const voice = { voiceId: 'id', stability: 7, style: 'warm', similarityBoost: 1 };
  const { body } = await requestOf('11labs', voice);
  expect(body.voice_settings).toEqual({ similarity_boost: 1 });
  expect(voiceFieldsSent('11labs', voice)).toEqual(['voiceId', 'similarityBoost']);
  expect(voiceFieldsSent('azure', voice)).toEqual([]);
});
