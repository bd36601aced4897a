import { createCustomTranscriber } from '@kindling/conversation';
import { describe, expect, it } from 'vitest';
import { followStream, outsideForTest, tone } from '../../../../../testing/kits/transcriber-kit.ts';
import {
  type SocketScript,
  startSocketServer,
} from '../../../../../testing/receivers/socket-server.ts';

const START = {
  type: 'start',
  encoding: 'linear16',
  container: 'raw',
  sampleRate: 16_000,
  channels: 2,
};

async function startCustom(script: SocketScript) {
  const server = await startSocketServer(script);
  const proven: string[] = [];
  const hosted = createCustomTranscriber(
    {
      url: `${server.url}/hear`,
      async prove(opening) {
        proven.push(opening);
        return { 'x-own': 'yes' };
      },
    },
    outsideForTest('custom-transcriber').outside,
  );
  return { server, proven, ...followStream(hosted) };
}

const response = (transcription: string, more = {}) => ({
  ...{ type: 'transcriber-response', transcription, channel: 'customer' },
  ...more,
});

describe('a transcriber of one’s own', () => {
  it('is notified how the sound comes, and gets it in two channels', async () => {
    const { stream, server, proven } = await startCustom({
      onSound(peer) {
        if (peer.lengths.length === 1) peer.say(response('Hello.'));
      },
    });
    stream.push(tone(300));
    expect(await stream.finish()).toEqual({ text: 'Hello.' });
    const [peer] = server.peers;
    expect(peer?.url.pathname).toBe('/hear');
    expect(peer?.headers['x-own']).toBe('yes');
    expect(peer?.texts.map((text) => JSON.parse(text))).toEqual([START]);
    expect(proven.map((text) => JSON.parse(text))).toEqual([START]);
    expect(peer?.lengths.every((length) => length % 4 === 0)).toBe(true);
    expect(peer?.lengths[0]).toBe(200 * 64);
  });

  it('says partial words first, and joins what is final', async () => {
    const { stream, shown } = await startCustom({
      onSound(peer) {
        if (peer.lengths.length !== 1) return;
        peer.say(response(''));
        peer.say(response('My own words.', { channel: 'assistant' }));
        peer.say(response('how', { transcriptType: 'partial' }));
        peer.say(response('How much', { transcriptType: 'final' }));
        peer.say(response('is', { transcriptType: 'partial' }));
        peer.say(response('is it?', { transcriptType: 'final' }));
      },
    });
    stream.push(tone(300));
    expect(await stream.finish()).toEqual({ text: 'How much is it?' });
    expect(shown).toEqual(['how', 'How much', 'How much is', 'How much is it?']);
  });

  it('hears silence where nobody speaks, for it listens for pauses itself', async () => {
    const silent = Promise.withResolvers<void>();
    const { server } = await startCustom({
      onSound: (peer) => peer.lengths.length === 2 && silent.resolve(),
    });
    await silent.promise;
    expect(server.peers[0]?.lengths).toEqual([100 * 64, 100 * 64]);
  });

  it('that says it failed has broken off', async () => {
    const { broken } = await startCustom({
      onOpen: (peer) => peer.say({ type: 'error', error: 'Transcription service error' }),
    });
    expect(await broken).toMatchObject({ retryable: true });
  });
});
