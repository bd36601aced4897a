import type { Warning } from '@kindling/protocol';
import { beforeEach, expect, it } from 'vitest';
import { describeWithServer } from '../../../../../testing/databases/describe-databases.ts';
import { useTestReceiver } from '../../../../../testing/receivers/test-receiver.ts';
import { isSigned, SIGNATURE_HEADER } from '../../../../platform/http-client/sign-request.ts';
import { standardHeaders } from '../../../../platform/http-client/standard-webhook.ts';

const receiver = useTestReceiver();
const SOUND = { body: 'AABBCC', headers: { 'content-type': 'audio/pcm' } };
const SAMPLES = [0x4141, 0x4242, 0x4343];
const FAR = 'https://voices.example';

describeWithServer(
  'the hosted voice of a call',
  (server) => {
    beforeEach(() => {
      receiver.reply = () => SOUND;
    });

    const store = async (provider: string, apiUrl = receiver.url) => {
      const body = { provider, apiKey: `key of ${provider}`, apiUrl };
      return (await server().send('POST', '/credential', { body })).json.id as string;
    };
    const forget = (id: string) => server().send('DELETE', `/credential/${id}`);

    /** Starts a call of which the caller has joined. */
    async function call(body: object, key = server().privateKey) {
      const { status, json } = await server().send('POST', '/call/web', { key, body });
      expect([status, json.message]).toEqual([201, undefined]);
      await server().parts.media.last().join({ sdp: 'v=0' });
      const { voice } = server().parts.conversations.last().options.engines;
      return {
        warnings: (json.warnings ?? []) as Warning[],
        async say(text: string) {
          const heard: number[] = [];
          for await (const chunk of voice.synthesize({ text })) heard.push(...chunk);
          return heard;
        },
        stored: async () => (await server().send('GET', `/call/${json.id}`)).json,
        async lines() {
          await server().logs.flush();
          const log = (await server().send('GET', `/log?callId=${json.id}`)).json;
          return JSON.stringify(log);
        },
      };
    }

    it('speaks with the organisation’s key, and nothing is warned of', async () => {
      const id = await store('11labs');
      const voice = { provider: '11labs', voiceId: 'v1', stability: 0.5 };
      const { say, warnings } = await call({ assistant: { voice } });
      expect(warnings).toEqual([]);
      expect(await say('Hello.')).toEqual(SAMPLES);
      expect(receiver.received).toMatchObject([
        {
          url: '/v1/text-to-speech/v1/stream?output_format=pcm_24000',
          headers: { 'xi-api-key': 'key of 11labs' },
        },
      ]);
      const stored = await server().send('POST', '/assistant', { body: { voice } });
      expect(stored.json.warnings).toBeUndefined();
      await forget(id);
    });

    it('is in what the call cost, by its sentences', async () => {
      const id = await store('11labs');
      const { say, stored } = await call({
        assistant: { voice: { provider: '11labs', voiceId: 'v1' } },
      });
      for (const text of ['Hello.', 'Good day.']) await say(text);
      server().parts.conversations.last().endItself('silence-timed-out');
      await expect.poll(async () => (await stored()).status).toBe('ended');
      expect(await stored()).toMatchObject({
        costs: [{ type: 'voice', voice: { provider: '11labs' }, characters: 15, cost: 0.03 }],
        cost: 0.03,
        costBreakdown: { ttsCharacters: 15, tts: 0.03, llm: 0 },
      });
      await forget(id);
    });

    it('that fails is followed by its fallback plan, and the call’s log says what to do', async () => {
      const ids = [await store('cartesia'), await store('deepgram')];
      receiver.reply = ({ url }) => (url.startsWith('/tts') ? 401 : SOUND);
      const fallbackPlan = { voices: [{ provider: 'deepgram', voiceId: 'luna' }] };
      const voice = { provider: 'cartesia', voiceId: 'v', fallbackPlan };
      const { say, lines } = await call({ assistant: { voice } });
      expect(await say('Hello.')).toEqual(SAMPLES);
      expect(await say('And again.')).toEqual(SAMPLES);
      expect(receiver.received.map(({ url }) => url.split('?')[0])).toEqual([
        '/tts/bytes',
        '/v1/speak',
        '/v1/speak',
      ]);
      const written = await lines();
      expect(written).toContain(`cartesia refused your credential ${ids[0]}: check it.`);
      expect(written).not.toContain('key of');
      await Promise.all(ids.map(forget));
    });

    it('that fails with nothing behind it leaves the sentence to this server', async () => {
      const id = await store('openai');
      receiver.reply = () => 500;
      const { say, lines } = await call({ assistant: { voice: { provider: 'openai' } } });
      expect(await say('Hello.')).toEqual([]);
      expect(await lines()).toContain('“silent” goes on');
      await forget(id);
    });

    it('at an address of the owner’s own is asked without a key', async () => {
      const id = await store('openai', FAR);
      const voice = { provider: 'openai', url: `${receiver.url}/v1`, model: 'kokoro' };
      const { say } = await call({ assistant: { voice } });
      expect(await say('Hello.')).toEqual(SAMPLES);
      const [asked] = receiver.received;
      expect([asked?.url, asked?.headers.authorization]).toEqual(['/v1/audio/speech', undefined]);
      await forget(id);
    });

    it('of a server of the owner’s proves whose the request is', async () => {
      const server2 = { url: `${receiver.url}/voice`, secret: 'shared', headers: { 'x-own': '1' } };
      const voice = { provider: 'custom-voice', server: server2 };
      const { say } = await call({ assistant: { voice } });
      expect(await say('Hello.')).toEqual(SAMPLES);
      const [asked] = receiver.received;
      const { message } = JSON.parse(asked?.body ?? '');
      expect(message).toMatchObject({ type: 'voice-request', text: 'Hello.', sampleRate: 24_000 });
      expect(message.call.type).toBe('webCall');
      expect(asked?.headers['x-own']).toBe('1');
      const signature = String(asked?.headers[SIGNATURE_HEADER]);
      const when = { now: server().clock.now(), tolerance: 1_000 };
      expect(isSigned('shared', asked?.body ?? '', signature, when)).toBe(true);
      const sent = asked?.headers ?? {};
      const signed = { id: String(sent['webhook-id']), body: asked?.body ?? '', now: when.now };
      expect(sent).toMatchObject(standardHeaders('shared', signed));
    });

    it('is never one that a page has chosen', async () => {
      const id = await store('11labs');
      const voice = { provider: '11labs', voiceId: 'v1' };
      const { assistantId, publicKey } = server();
      const body = { assistantId, assistantOverrides: { voice } };
      const { say } = await call(body, publicKey);
      await say('Hello.');
      expect(receiver.received).toEqual([]);
      await forget(id);
    });

    it('of every member of a squad is its own', async () => {
      const id = await store('11labs');
      const members = ['v1', 'v2'].map((voiceId) => ({
        assistant: { name: voiceId, voice: { provider: '11labs', voiceId } },
      }));
      await call({ squad: { members } });
      const { handOff } = server().parts.conversations.last().options;
      const voice = handOff?.('v2')?.to.voice;
      for await (const _ of voice?.synthesize({ text: 'Hello.' }) ?? []) break;
      expect(receiver.received[0]?.url).toContain('/text-to-speech/v2/stream');
      await forget(id);
    });
  },
  { TOOL_PRIVATE_ADDRESSES: 'true', PROVIDER_PRICES: 'voice:11labs=2' },
);
