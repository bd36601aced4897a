import { describe, expect, it } from 'vitest';
import { followStream, keyedForTest, tone } from '../../../../../testing/kits/transcriber-kit.ts';
import {
  type SocketPeer,
  type SocketScript,
  startSocketServer,
} from '../../../../../testing/receivers/socket-server.ts';

type Named = Omit<Parameters<typeof keyedForTest>[0], 'provider'>;

interface Result {
  readonly start?: number;
  readonly duration?: number;
  readonly isFinal?: boolean;
  readonly fromFinalize?: boolean;
}

/** As Deepgram writes it; of this much sound where no time is given. */
function results(peer: SocketPeer, transcript: string, how: Result = {}) {
  const { start = 0, duration = peer.bytes / 32_000 - start } = how;
  peer.say({
    type: 'Results',
    channel_index: [0, 1],
    start,
    duration,
    is_final: how.isFinal ?? false,
    // Absent where endpointing is off.
    ...(how.fromFinalize !== undefined && { from_finalize: how.fromFinalize }),
    channel: { alternatives: [{ transcript, confidence: 0.9, words: [] }] },
    metadata: { request_id: 'r-1' },
  });
}

async function startDeepgram(script: SocketScript, named: Named = {}) {
  const server = await startSocketServer(script);
  const { hosted, seconds } = keyedForTest({ ...named, provider: 'deepgram' }, server.url);
  return { ...server, server, seconds, ...followStream(hosted), hosted };
}

/** Answers a pause with these final words. */
const answering = (transcript: string): SocketScript => ({
  onText(peer, { type }) {
    if (type === 'Finalize') results(peer, transcript, { isFinal: true, fromFinalize: true });
  },
});

describe('Deepgram', () => {
  it('is asked for its words as they come, with the settings of the assistant', async () => {
    const { stream, server } = await startDeepgram(answering('Hello.'), {
      model: 'nova-2',
      language: 'en-AU',
      keywords: ['alpha:2', 'bravo'],
      smartFormat: true,
      numerals: true,
      language_detection: 'what it does not know',
    });
    stream.push(tone(300));
    expect(await stream.finish()).toEqual({ text: 'Hello.' });
    const [peer] = server.peers;
    expect(peer?.url.pathname).toBe('/v1/listen');
    expect(peer?.headers.authorization).toBe('Token k-1');
    const { keywords, ...query } = Object.fromEntries(peer?.url.searchParams ?? []);
    expect(query).toEqual({
      model: 'nova-2',
      encoding: 'linear16',
      sample_rate: '16000',
      channels: '1',
      interim_results: 'true',
      endpointing: 'false',
      punctuate: 'true',
      language: 'en-AU',
      smart_format: 'true',
      numerals: 'true',
    });
    expect(keywords).toBeDefined();
    expect(peer?.url.searchParams.getAll('keywords')).toEqual(['alpha:2', 'bravo']);
    expect(peer?.bytes).toBe(300 * 32);
  });

  it('is sent words as the newest models want them', async () => {
    const { stream, server } = await startDeepgram(answering(''), { keywords: ['alpha:2'] });
    await stream.finish();
    const query = server.peers[0]?.url.searchParams;
    expect([query?.get('model'), query?.getAll('keyterm'), query?.get('keywords')]).toEqual([
      'nova-3',
      ['alpha'],
      null,
    ]);
  });

  it('shows interim words, which may shrink, and joins finals that come in parts', async () => {
    const { stream, shown } = await startDeepgram({
      onText(peer, { type }) {
        if (type !== 'Finalize') return;
        results(peer, 'How much');
        results(peer, 'How much does it');
        results(peer, 'How many');
        results(peer, 'How many', { duration: 0.1, isFinal: true });
        results(peer, 'does it', { start: 0.1 });
        results(peer, 'do they cost?', { start: 0.1, isFinal: true, fromFinalize: true });
      },
    });
    stream.push(tone(500));
    expect(await stream.finish()).toEqual({ text: 'How many do they cost?' });
    expect(shown).toEqual([
      'How much',
      'How much does it',
      'How many',
      'How many',
      'How many does it',
      'How many do they cost?',
    ]);
  });

  it('has finished where final words reach the end of the sound, though it does not say so', async () => {
    const { stream } = await startDeepgram({
      onText(peer, { type }) {
        if (type === 'Finalize') results(peer, 'All of it.', { isFinal: true });
      },
    });
    stream.push(tone(500));
    expect(await stream.finish()).toEqual({ text: 'All of it.' });
  });

  it('goes on after a pause, and gives everything since the turn began', async () => {
    const said = ['I would like', 'to know.', 'Another.'];
    let heard = 0;
    const { stream } = await startDeepgram({
      onText(peer, { type }) {
        if (type !== 'Finalize') return;
        const until = peer.bytes / 32_000;
        results(peer, said.shift() ?? '', {
          ...{ start: heard, duration: until - heard, isFinal: true, fromFinalize: true },
        });
        heard = until;
      },
    });
    stream.push(tone(300));
    expect(await stream.finish()).toEqual({ text: 'I would like' });
    stream.push(tone(300));
    expect(await stream.finish()).toEqual({ text: 'I would like to know.' });
    stream.next();
    stream.push(tone(300));
    expect(await stream.finish()).toEqual({ text: 'Another.' });
  });

  it('takes the words of a segment that is over for that segment', async () => {
    const { stream, server } = await startDeepgram({
      onSound(peer) {
        if (peer.bytes < 600 * 32) return;
        results(peer, 'First.', { duration: 0.3, isFinal: true, fromFinalize: true });
        results(peer, 'Second.', { start: 0.3, duration: 0.3, isFinal: true, fromFinalize: true });
      },
    });
    stream.push(tone(300));
    const first = stream.finish();
    stream.next();
    stream.push(tone(300));
    const second = stream.finish();
    expect(await Promise.all([first, second])).toEqual([{ text: 'First.' }, { text: 'Second.' }]);
    expect(server.peers).toHaveLength(1);
  });

  it('counts the sound that it was sent, and says goodbye', async () => {
    const { stream, server, seconds } = await startDeepgram(answering('Yes.'));
    stream.push(tone(1_000));
    await stream.finish();
    expect(seconds()).toBeCloseTo(1, 2);
    stream.close();
    const [peer] = server.peers;
    await peer?.gone;
    expect(peer?.texts.at(-1)).toBe('{"type":"CloseStream"}');
  });

  it('of a whole utterance is asked by a stream of its own', async () => {
    const server = await startSocketServer(answering('Whole.'));
    const { hosted } = keyedForTest({ provider: 'deepgram' }, server.url);
    expect(await hosted.transcribe(tone(400))).toEqual({ text: 'Whole.' });
    expect(await server.peers[0]?.gone).toBeDefined();
  });

  it.each([
    [401, false, 'your credential c-1'],
    [402, false, 'nothing left'],
    [400, false, 'model, language'],
    [429, true, 'raise its limits'],
    [503, true, 'broke off'],
  ])('that refuses the connection with %i says what to do', async (status, retryable, words) => {
    const { broken, stream } = await startDeepgram({ refuse: () => status });
    expect(await broken).toMatchObject({ retryable, message: expect.stringContaining(words) });
    expect(await broken).toMatchObject({ message: expect.stringContaining(String(status)) });
    await expect(stream.finish()).rejects.toMatchObject({ retryable });
  });

  it.each([
    [1_008, 'DATA-0000', false],
    [1_011, 'NET-0001', true],
    [1_000, '', true],
  ])('that closes with %i in the middle tells once', async (code, reason, retryable) => {
    const { broken, stream } = await startDeepgram({ onSound: (peer) => peer.close(code, reason) });
    stream.push(tone(300));
    const asked = stream.finish();
    expect(await broken).toMatchObject({
      retryable,
      message: expect.stringContaining(reason || String(code)),
    });
    await expect(asked).rejects.toBe(await broken);
  });

  it('that drops the line in the middle of a sentence has broken off', async () => {
    const { broken, stream } = await startDeepgram({ onSound: (peer) => peer.drop() });
    stream.push(tone(300));
    expect(await broken).toMatchObject({ retryable: true });
  });

  it('ignores what it cannot read, and sends no key to where it is redirected', async () => {
    const { stream } = await startDeepgram({
      onOpen(peer) {
        peer.sayRaw('no json');
        peer.sayRaw(new Uint8Array([1, 2, 3]));
        peer.say({ type: 'SpeechStarted' });
        peer.say({ type: 'Results', channel: null });
      },
      ...answering('Still here.'),
    });
    stream.push(tone(100));
    expect(await stream.finish()).toEqual({ text: 'Still here.' });
    const elsewhere = await startSocketServer({});
    const { broken } = await startDeepgram({ refuse: () => 302 });
    expect(await broken).toMatchObject({ retryable: false });
    expect(elsewhere.asked).toBe(0);
  });

  it('of the kind that decides on turns is notified of ours', async () => {
    const { stream, server, shown } = await startDeepgram(
      {
        onText(peer, { type }) {
          if (type !== 'ForceEndTurn') return;
          const turn = { type: 'TurnInfo', turn_index: 0, audio_window_end: 0.3 };
          peer.say({ ...turn, event: 'StartOfTurn', transcript: 'How' });
          peer.say({ ...turn, event: 'Update', transcript: 'How much' });
          peer.say({ ...turn, event: 'EndOfTurn', transcript: 'How much?', trigger: 'manual' });
        },
      },
      { model: 'flux-general-en' },
    );
    stream.push(tone(300));
    expect(await stream.finish()).toEqual({ text: 'How much?' });
    expect(shown).toEqual(['How', 'How much', 'How much?']);
    const { pathname, searchParams } = server.peers[0]?.url ?? new URL('http://nobody');
    expect([pathname, searchParams.get('eot_threshold')]).toEqual(['/v2/listen', '1.0']);
  });
});
