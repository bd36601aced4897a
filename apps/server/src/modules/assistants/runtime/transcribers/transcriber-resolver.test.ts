import type { Warning } from '@kindling/protocol';
import { beforeEach, expect, it } from 'vitest';
import { describeWithServer } from '../../../../../testing/databases/describe-databases.ts';
import { followStream, tone } from '../../../../../testing/kits/transcriber-kit.ts';
import {
  type SocketServer,
  startSocketServer,
} from '../../../../../testing/receivers/socket-server.ts';
import { isSigned, SIGNATURE_HEADER } from '../../../../platform/http-client/sign-request.ts';

let deepgram: SocketServer;
beforeEach(async () => {
  deepgram = await startSocketServer({
    onText(peer, { type }) {
      if (type !== 'Finalize') return;
      const channel = { alternatives: [{ transcript: 'Heard elsewhere.' }] };
      peer.say({ type: 'Results', is_final: true, from_finalize: true, channel });
    },
  });
});

describeWithServer(
  'the hosted recogniser of a call',
  (server) => {
    const store = async (provider: string, apiUrl = deepgram.url) => {
      const body = { provider, apiKey: `key of ${provider}`, apiUrl };
      return (await server().send('POST', '/credential', { body })).json.id as string;
    };
    const forget = (id: string) => server().send('DELETE', `/credential/${id}`);

    /** Starts a call of which the caller has joined. */
    async function call(transcriber: object, key = server().privateKey) {
      const body = { assistant: { transcriber } };
      const { status, json } = await server().send('POST', '/call/web', { key, body });
      expect([status, json.message]).toEqual([201, undefined]);
      await server().parts.media.last().join({ sdp: 'v=0' });
      const { options } = server().parts.conversations.last();
      return {
        options,
        transcribers: options.transcribers ?? [],
        warnings: (json.warnings ?? []) as Warning[],
        stored: async () => (await server().send('GET', `/call/${json.id}`)).json,
        async lines() {
          await server().logs.flush();
          return JSON.stringify((await server().send('GET', `/log?callId=${json.id}`)).json);
        },
      };
    }
    const names = ({ transcribers }: Awaited<ReturnType<typeof call>>) =>
      transcribers.map(({ provider }) => provider);

    it('hears with the organisation’s key, and nothing is warned of', async () => {
      const id = await store('deepgram');
      const transcriber = {
        provider: 'deepgram',
        model: 'nova-2',
        language: 'es',
        keywords: ['alpha:2'],
        smartFormat: true,
      };
      const { transcribers, warnings, options } = await call(transcriber);
      expect(warnings).toEqual([]);
      const [hosted] = transcribers;
      if (hosted === undefined) throw new Error('Nobody hears.');
      const { stream } = followStream(hosted);
      stream.push(tone(200));
      expect(await stream.finish()).toEqual({ text: 'Heard elsewhere.' });
      const [peer] = deepgram.peers;
      expect(peer?.headers.authorization).toBe('Token key of deepgram');
      expect(peer?.url.searchParams.get('model')).toBe('nova-2');
      // The recogniser behind it is any of this server's.
      expect(options.settings.transcriberModel).toBeUndefined();
      const stored = await server().send('POST', '/assistant', { body: { transcriber } });
      expect(stored.json.warnings).toBeUndefined();
      await forget(id);
    });

    it('is followed by its fallback plan, up to this server’s own', async () => {
      const ids = [await store('deepgram'), await store('openai')];
      const fallbackPlan = {
        transcribers: [
          { provider: 'gladia' },
          { provider: 'openai', model: 'whisper-1' },
          { provider: 'kindling', model: 'moonshine-tiny' },
          { provider: 'deepgram' },
        ],
      };
      const called = await call({ provider: 'deepgram', fallbackPlan });
      expect(names(called)).toEqual(['deepgram', 'openai']);
      expect(called.options.settings.transcriberModel).toBe('moonshine-tiny');
      await Promise.all(ids.map(forget));
    });

    it('without a credential is this server’s, with a warning, and nobody is asked', async () => {
      const called = await call({ provider: 'deepgram', model: 'nova-2' });
      expect(names(called)).toEqual([]);
      expect(called.warnings).toEqual([
        { path: 'assistant.transcriber.provider', message: expect.stringContaining('/credential') },
      ]);
      expect(deepgram.asked).toBe(0);
    });

    it('costs nothing where a page named it', async () => {
      const id = await store('deepgram');
      const page = { kind: 'public', name: 'page', allowTransientAssistant: true } as const;
      const called = await call({ provider: 'deepgram' }, await server().addToken(page));
      expect([names(called), called.warnings]).toEqual([[], []]);
      await forget(id);
    });

    it('of one’s own is asked at its address, signed', async () => {
      const url = deepgram.url.replace('http', 'ws');
      const named = { provider: 'custom-transcriber', server: { url, secret: 'own secret' } };
      const { transcribers, warnings } = await call(named);
      expect(warnings).toEqual([]);
      const [hosted] = transcribers;
      if (hosted === undefined) throw new Error('Nobody hears.');
      const { stream } = followStream(hosted);
      stream.push(tone(200));
      void stream.finish().catch(() => {});
      await expect.poll(() => deepgram.peers[0]?.texts.length).toBe(1);
      const [peer] = deepgram.peers;
      const signature = String(peer?.headers[SIGNATURE_HEADER]);
      const now = server().clock.now();
      expect(
        isSigned('own secret', peer?.texts[0] ?? '', signature, { now, tolerance: 60_000 }),
      ).toBe(true);
    });

    it('is in what the call cost, by its minutes and the operator’s price', async () => {
      const id = await store('deepgram');
      const { transcribers, options, stored } = await call({ provider: 'deepgram' });
      const [hosted] = transcribers;
      if (hosted === undefined) throw new Error('Nobody hears.');
      await hosted.transcribe(tone(1_000));
      await hosted.transcribe(tone(500));
      options.onEnded({
        ...{ endReason: 'assistant-ended-call', startedAt: null, endedAt: server().clock.now() },
        ...{ messages: [], transcript: '', turnTimings: [] },
      });
      await expect.poll(async () => (await stored()).status).toBe('ended');
      const { costs, cost, costBreakdown } = await stored();
      expect(costs).toEqual([
        {
          type: 'transcriber',
          transcriber: { provider: 'deepgram' },
          minutes: expect.closeTo(0.025, 6),
          cost: expect.closeTo(0.015, 6),
        },
      ]);
      expect(cost).toBeCloseTo(0.015, 6);
      expect(costBreakdown.stt).toBe(cost);
      await forget(id);
    });

    it('that fails is in the call’s log, with what to do', async () => {
      const id = await store('deepgram');
      const { options, lines } = await call({ provider: 'deepgram' });
      options.onFault?.({ stage: 'transcriber', error: new Error('deepgram refused the key.') });
      expect(await lines()).toContain('deepgram refused the key.');
      await forget(id);
    });
  },
  { TOOL_PRIVATE_ADDRESSES: 'true', PROVIDER_PRICES: 'transcriber:deepgram=0.6' },
);
