import { describe, expect, it } from 'vitest';
import { keyedForTest, tone } from '../../../../../testing/kits/transcriber-kit.ts';
import { useTestReceiver } from '../../../../../testing/receivers/test-receiver.ts';

const receiver = useTestReceiver({ body: '{"text":" Hello there. "}' });
const open = (named: Record<string, unknown> = {}) =>
  keyedForTest({ ...named, provider: 'openai' }, `${receiver.url}/v1/`);

const field = (name: string, value: string) => `name="${name}"\r\n\r\n${value}\r\n`;

describe('a server that speaks the protocol of OpenAI', () => {
  it('is sent the whole utterance as a file, once', async () => {
    const { hosted, seconds } = open({ model: 'whisper-1', language: 'de-AT', prompt: 'Kindling' });
    expect(await hosted.transcribe(tone(500))).toEqual({ text: 'Hello there.' });
    const [request, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', url: '/v1/audio/transcriptions' });
    expect(request?.headers.authorization).toBe('Bearer k-1');
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    for (const part of [
      field('model', 'whisper-1'),
      field('language', 'de'),
      field('prompt', 'Kindling'),
      field('response_format', 'json'),
    ])
      expect(request?.body).toContain(part);
    expect(request?.body).toContain('filename="speech.wav"');
    expect(request?.body).toMatch(/RIFF[\s\S]{4}WAVEfmt /);
    expect(seconds()).toBe(0.5);
  });

  it('finds out the language where several may be spoken', async () => {
    await open({ language: 'multi' }).hosted.transcribe(tone(100));
    expect(receiver.received[0]?.body).not.toContain('name="language"');
  });

  it.each([
    [401, false, 'your credential c-1'],
    [404, false, 'model, language'],
    [429, true, 'raise its limits'],
    [500, true, 'broke off'],
  ])(
    'that answers %i says what to do, and is not asked twice',
    async (status, retryable, words) => {
      receiver.reply = () => status;
      const { hosted, seconds } = open();
      await expect(hosted.transcribe(tone(100))).rejects.toMatchObject({
        retryable,
        message: expect.stringContaining(words),
      });
      expect([receiver.received.length, seconds()]).toEqual([1, 0]);
    },
  );

  it.each(['<html>', '{"words":[]}', 'null'])(
    'that answers %s is at the wrong address',
    async (body) => {
      receiver.reply = () => ({ body });
      await expect(open().hosted.transcribe(tone(100))).rejects.toMatchObject({
        code: 'transcriber_bad_answer',
      });
    },
  );

  it('is not waited for once nobody wants its words', async () => {
    const controller = new AbortController();
    receiver.reply = () => new Promise(() => controller.abort(new Error('gone')));
    const { signal } = controller;
    const { hosted, seconds } = open();
    await expect(hosted.transcribe(tone(100), { signal })).rejects.toThrow('gone');
    // It hears it all the same, and charges for it.
    expect(seconds()).toBe(0.1);
    await expect(hosted.transcribe(tone(100), { signal })).rejects.toThrow('gone');
    expect(seconds()).toBe(0.1);
  });

  it('says of an empty account that it is empty', async () => {
    receiver.reply = () => ({ status: 429, body: '{"error":{"code":"insufficient_quota"}}' });
    await expect(open().hosted.transcribe(tone(100))).rejects.toMatchObject({
      code: 'transcriber_quota',
      retryable: false,
    });
  });

  it('that is not there is named', async () => {
    const { hosted } = keyedForTest({ provider: 'openai' }, 'http://127.0.0.1:1/v1');
    await expect(hosted.transcribe(tone(100))).rejects.toMatchObject({
      retryable: true,
      message: expect.stringContaining('openai cannot be reached'),
    });
  });
});
