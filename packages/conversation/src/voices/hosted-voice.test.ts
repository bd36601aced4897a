import { createSystemClock } from '@kindling/protocol/clock';
import { afterEach, describe, expect, it } from 'vitest';
import {
  openSpeechServer,
  pcmBytes,
  refusal,
  type SpeechServer,
  sound,
  written,
} from '../testing/speech-server.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createHostedVoice, type HostedVoiceOptions } from './hosted-voice.ts';

const SAMPLES = [1, -2, 300, -32_768, 32_767, 6, 7];
let server: SpeechServer;
afterEach(() => server.close());

const voiceAt = (url: string, more: Partial<HostedVoiceOptions> = {}) =>
  createHostedVoice({
    provider: 'acme',
    access: 'your credential 17',
    fetch,
    clock: createSystemClock(),
    write: (text) => ({
      url: `${url}/speak`,
      headers: { 'x-key': 'k' },
      body: JSON.stringify({ text }),
    }),
    ...more,
  });

async function samplesOf(chunks: AsyncIterable<Int16Array>): Promise<number[]> {
  const all: number[] = [];
  for await (const chunk of chunks) all.push(...chunk);
  return all;
}
const say = (more?: Partial<HostedVoiceOptions>) =>
  samplesOf(voiceAt(server.url, more).synthesize({ text: 'Hello.' }));

describe('a hosted voice', () => {
  it('is asked once a sentence, and charged for it', async () => {
    server = await openSpeechServer(sound(SAMPLES));
    const used: number[] = [];
    expect(await say({ onUse: (characters) => used.push(characters) })).toEqual(SAMPLES);
    expect(server.asked).toMatchObject([{ path: '/speak', body: { text: 'Hello.' } }]);
    expect(server.asked[0]?.headers).toMatchObject({ 'x-key': 'k' });
    expect(used).toEqual(['Hello.'.length]);
  });

  it('may cut its sound in the middle of a sample', async () => {
    server = await openSpeechServer(sound(SAMPLES, 1, 1, 3, 0, 5));
    expect(await say()).toEqual(SAMPLES);
  });

  it('is heard before it has sent everything, and the request ends with the signal', async () => {
    server = await openSpeechServer(async (response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm' });
      await written(response, pcmBytes(SAMPLES));
    });
    const controller = new AbortController();
    const { signal } = controller;
    const chunks = voiceAt(server.url).synthesize({ text: 'Hello.', signal });
    const heard: number[] = [];
    for await (const chunk of chunks) {
      heard.push(...chunk);
      controller.abort();
    }
    expect(heard).toEqual(SAMPLES);
    await server.asked[0]?.left;
  });

  it('is not asked any more when nobody listens', async () => {
    server = await openSpeechServer(async (response) => {
      response.writeHead(200);
      await written(response, pcmBytes(SAMPLES));
    });
    for await (const _ of voiceAt(server.url).synthesize({ text: 'Hello.' })) break;
    await server.asked[0]?.left;
  });

  it('is not asked for what has no words', async () => {
    server = await openSpeechServer(sound(SAMPLES));
    expect(await samplesOf(voiceAt(server.url).synthesize({ text: ' … ' }))).toEqual([]);
    expect(server.asked).toEqual([]);
  });

  it('is given up where no sound comes', async () => {
    const clock = createVirtualClock();
    server = await openSpeechServer(() => void clock.advance(4_000));
    await expect(say({ clock })).rejects.toMatchObject({ code: 'voice_timeout', isLasting: false });
    await server.asked[0]?.left;
  });

  it('is given up where its sound stops in the middle', async () => {
    const clock = createVirtualClock();
    server = await openSpeechServer(async (response) => {
      response.writeHead(200);
      await written(response, pcmBytes(SAMPLES));
    });
    const heard: number[] = [];
    const listen = async () => {
      for await (const chunk of voiceAt(server.url, { clock }).synthesize({ text: 'Hello.' })) {
        heard.push(...chunk);
        setImmediate(() => void clock.advance(4_000));
      }
    };
    await expect(listen()).rejects.toMatchObject({ code: 'voice_timeout' });
    expect(heard).toEqual(SAMPLES);
  });

  it('is given up where its sound only drips', async () => {
    const clock = createVirtualClock();
    let drip = () => {};
    server = await openSpeechServer((response) => {
      response.writeHead(200);
      drip = () => response.write(pcmBytes([1]));
      drip();
    });
    let pieces = 0;
    const listen = async () => {
      for await (const _ of voiceAt(server.url, { clock }).synthesize({ text: 'Hello.' })) {
        pieces += 1;
        setImmediate(() => void clock.advance(3_900).then(drip));
        if (pieces === 10) return;
      }
    };
    await expect(listen()).rejects.toMatchObject({ code: 'voice_timeout' });
    await server.asked[0]?.left;
  });

  it('that does not stop speaking is cut off', async () => {
    server = await openSpeechServer(async (response) => {
      response.writeHead(200);
      while (!response.destroyed) await written(response, Buffer.alloc(100_000));
    });
    let samples = 0;
    const listen = async () => {
      for await (const chunk of voiceAt(server.url).synthesize({ text: 'Hello.' }))
        samples += chunk.length;
    };
    await expect(listen()).rejects.toMatchObject({ code: 'voice_bad_answer' });
    expect(samples / 24_000).toBeLessThan(30);
    await server.asked[0]?.left;
  });

  it('that drops the connection in the middle is not asked again', async () => {
    server = await openSpeechServer(async (response) => {
      response.writeHead(200);
      await written(response, pcmBytes(SAMPLES));
      response.destroy();
    });
    await expect(say()).rejects.toMatchObject({ code: 'voice_cut_off' });
    expect(server.asked).toHaveLength(1);
  });

  it('that drops the connection before its answer may have worked, and is not asked again', async () => {
    server = await openSpeechServer((response) => void response.destroy());
    await expect(say()).rejects.toMatchObject({ code: 'voice_unreachable', isUnworked: false });
    expect(server.asked).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each([
    ['429 without a body', refusal(429)],
    ['429 that asks for a moment', refusal(429, '{}', { 'retry-after': '0.01' })],
    ['503', refusal(503, 'busy')],
  ])('of %s cost nothing, and is followed by a second request', async (_what, answer) => {
    server = await openSpeechServer(answer, sound(SAMPLES));
    expect(await say()).toEqual(SAMPLES);
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    [500, 'voice_unavailable'],
    [400, 'voice_bad_request'],
    [404, 'voice_not_found'],
  ])('of %i is not', async (status, code) => {
    server = await openSpeechServer(refusal(status), sound(SAMPLES));
    await expect(say()).rejects.toMatchObject({ code, status });
    expect(server.asked).toHaveLength(1);
  });

  it('that asks for a longer wait is none to wait for', async () => {
    server = await openSpeechServer(refusal(429, '{}', { 'retry-after': '30' }), sound(SAMPLES));
    await expect(say()).rejects.toMatchObject({ code: 'voice_rate_limited', retryAfter: 30_000 });
    expect(server.asked).toHaveLength(1);
  });

  it('of the key names the credential, and nothing else that the provider says', async () => {
    const body = { detail: { status: 'invalid_api_key', message: 'xi-secret-key is not known' } };
    server = await openSpeechServer(refusal(401, body));
    await expect(say()).rejects.toThrow(
      'acme refused your credential 17: check it. (401, invalid_api_key)',
    );
  });

  it.each(['sk-secret\nsk-secret', 'sk-secret•'])('is none where a key is no key', async (key) => {
    server = await openSpeechServer(sound(SAMPLES));
    const write = () => ({ url: server.url, headers: { 'x-key': key }, body: '{}' });
    const failed = await say({ write }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'voice_unauthorized', isLasting: true });
    expect(String(failed)).not.toContain('secret');
    expect(server.asked).toEqual([]);
  });

  it.each([
    [401, { detail: { status: 'quota_exceeded', message: 'You have 0 credits remaining' } }],
    [429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }],
    [402, { err_code: 'ASR_PAYMENT_REQUIRED', err_msg: 'Project does not have enough credits' }],
  ])('of %i for an empty account says so, and is not tried again', async (status, body) => {
    server = await openSpeechServer(refusal(status, body), sound(SAMPLES));
    await expect(say()).rejects.toMatchObject({ code: 'voice_quota', isLasting: true });
    expect(server.asked).toHaveLength(1);
  });

  it('by nobody listening there is one that cost nothing', async () => {
    server = await openSpeechServer(sound(SAMPLES));
    await server.close();
    const failed = await say().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'voice_unreachable', isUnworked: true });
    server = await openSpeechServer(sound(SAMPLES));
  });
});

describe('an answer', () => {
  const answer = (type: string, bytes: Buffer) =>
    openSpeechServer(
      (response) => void response.writeHead(200, { 'content-type': type }).end(bytes),
    );

  it.each([
    ['application/json', Buffer.from('{"error":"no such model"}')],
    ['audio/mpeg', Buffer.from([0xff, 0xfb, 0x90, 0x44])],
  ])('of %s is none', async (type, bytes) => {
    server = await answer(type, bytes);
    await expect(say()).rejects.toMatchObject({ code: 'voice_bad_answer' });
  });

  it('of raw sound is one, whatever it is called', async () => {
    server = await answer('audio/mpeg', pcmBytes(SAMPLES));
    expect(await say()).toEqual(SAMPLES);
  });

  it('without a sample is none', async () => {
    server = await answer('audio/pcm', Buffer.alloc(0));
    await expect(say()).rejects.toMatchObject({ code: 'voice_bad_answer' });
  });

  it('that is a WAV file after all is read, without its header', async () => {
    server = await openSpeechServer(async (response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' });
      const file = Buffer.concat([waveHeader({ rate: 24_000, channels: 1 }), pcmBytes(SAMPLES)]);
      await written(response, file.subarray(0, 3));
      await written(response, file.subarray(3, 30));
      response.end(file.subarray(30));
    });
    expect(await say()).toEqual(SAMPLES);
  });

  it('of another rate is heard at its pace', async () => {
    const second = pcmBytes(Array.from({ length: 16_000 }, () => 1_000));
    server = await answer(
      'audio/wav',
      Buffer.concat([waveHeader({ rate: 16_000, channels: 1 }), second]),
    );
    expect(Math.round((await say()).length / 240)).toBe(100);
  });

  it('in stereo is none', async () => {
    const file = Buffer.concat([waveHeader({ rate: 24_000, channels: 2 }), pcmBytes(SAMPLES)]);
    server = await answer('audio/wav', file);
    await expect(say()).rejects.toMatchObject({ code: 'voice_bad_answer' });
  });
});

/** As servers write it that do not know how long it will be. */
function waveHeader({ rate, channels }: { readonly rate: number; readonly channels: number }) {
  const header = Buffer.alloc(44);
  header.write('RIFF\xff\xff\xff\xffWAVEfmt ', 0, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data\xff\xff\xff\xff', 36, 'latin1');
  return header;
}
