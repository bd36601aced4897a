import { describe, expect, it } from 'vitest';
import { followStream, keyedForTest, tone } from '../../../../../testing/kits/transcriber-kit.ts';
import {
  type SocketPeer,
  type SocketScript,
  startSocketServer,
} from '../../../../../testing/receivers/socket-server.ts';

type Named = Omit<Parameters<typeof keyedForTest>[0], 'provider'>;

interface Turn {
  readonly order?: number;
  readonly transcript: string;
  readonly words?: readonly string[];
  readonly isOver?: boolean;
  readonly isFormatted?: boolean;
}

function turn(peer: SocketPeer, { order = 0, transcript, ...how }: Turn) {
  peer.say({
    type: 'Turn',
    turn_order: order,
    transcript,
    end_of_turn: how.isOver ?? false,
    turn_is_formatted: how.isFormatted ?? false,
    end_of_turn_confidence: 0.1,
    words: (how.words ?? transcript.split(' ')).map((text) => ({ text, word_is_final: true })),
  });
}

const begin = (peer: SocketPeer) => peer.say({ type: 'Begin', id: 's-1', expires_at: 1 });

async function startAssemblyAi(script: SocketScript, named: Named = {}) {
  const server = await startSocketServer({ onOpen: begin, ...script });
  const { hosted, seconds } = keyedForTest({ ...named, provider: 'assembly-ai' }, server.url);
  return { server, seconds, ...followStream(hosted) };
}

describe('AssemblyAI', () => {
  it('is asked with the settings of the assistant, once it is ready', async () => {
    let early = 0;
    const { stream, server } = await startAssemblyAi(
      {
        onOpen(peer) {
          peer.sayRaw('{"type":"Unknown"}');
          early = peer.bytes;
          begin(peer);
        },
        onText(peer) {
          turn(peer, { transcript: 'hola', isOver: true });
          turn(peer, { transcript: 'Hola.', isOver: true, isFormatted: true });
        },
      },
      { language: 'multi', languageDetection: true, keytermsPrompt: ['Kindling'] },
    );
    stream.push(tone(300));
    expect(await stream.finish()).toEqual({ text: 'Hola.' });
    const [peer] = server.peers;
    expect(early).toBe(0);
    expect(peer?.headers.authorization).toBe('k-1');
    expect(peer?.url.pathname).toBe('/v3/ws');
    expect(Object.fromEntries(peer?.url.searchParams ?? [])).toEqual({
      sample_rate: '16000',
      encoding: 'pcm_s16le',
      speech_model: 'universal-streaming-multilingual',
      format_turns: 'true',
      max_turn_silence: '10000',
      end_of_turn_confidence_threshold: '1',
      language_detection: 'true',
      keyterms_prompt: '["Kindling"]',
    });
    expect(peer?.texts).toEqual(['{"type":"ForceEndpoint"}']);
  });

  it('sends no sound that is refused for its length', async () => {
    const { stream, server } = await startAssemblyAi({
      onText: (peer) => turn(peer, { transcript: 'Yes.', isOver: true, isFormatted: true }),
    });
    for (let step = 0; step < 100; step += 1) stream.push(tone(32));
    stream.push(tone(2_500));
    stream.push(tone(7));
    await stream.finish();
    const lengths = server.peers[0]?.lengths ?? [];
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(50 * 32);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000 * 32);
  });

  it('shows words that are not final yet, and takes one turn after another for what was said', async () => {
    const { stream, shown } = await startAssemblyAi({
      onText(peer) {
        turn(peer, { transcript: '', words: ['hi'] });
        turn(peer, { transcript: 'hi', words: ['hi', 'my'] });
        turn(peer, { transcript: 'Hi, my.', isOver: true, isFormatted: true });
        turn(peer, { order: 1, transcript: 'name' });
        turn(peer, { order: 1, transcript: 'Name.', isOver: true, isFormatted: true });
      },
    });
    stream.push(tone(300));
    const first = await stream.finish();
    expect(first).toEqual({ text: 'Hi, my.' });
    const second = await stream.finish();
    expect(second).toEqual({ text: 'Hi, my. Name.' });
    expect(shown.slice(0, 3)).toEqual(['hi', 'hi my', 'Hi, my.']);
  });

  it('has finished where it ended the turn itself and leaves the pause without an answer', async () => {
    const { stream } = await startAssemblyAi({
      onSound: (peer) => turn(peer, { transcript: 'Done.', isOver: true, isFormatted: true }),
    });
    stream.push(tone(300));
    expect(await stream.finish()).toEqual({ text: 'Done.' });
  });

  it('counts the time that it was connected', async () => {
    const { stream, seconds, server } = await startAssemblyAi({
      onText: (peer) => turn(peer, { transcript: 'Yes.', isOver: true, isFormatted: true }),
    });
    stream.push(tone(300));
    await stream.finish();
    expect(seconds()).toBe(0);
    stream.close();
    expect(seconds()).toBeGreaterThan(0);
    await server.peers[0]?.gone;
    expect(server.peers[0]?.texts.at(-1)).toBe('{"type":"Terminate"}');
  });

  it.each([
    [{ type: 'Error', error_code: 1_008, error: 'Unauthorized connection' }, false, 'refused'],
    [{ error: 'Insufficient funds: sk-secret' }, false, 'nothing left'],
    [{ type: 'Error', error_code: 3_009, error: 'Too many concurrent sessions' }, true, 'limits'],
    [
      { error_code: 1_008, error: 'Unauthorized connection: Too many concurrent sessions' },
      true,
      'limits',
    ],
    [{ type: 'Error', error_code: 3_008, error: 'Session expired' }, true, 'broke off'],
  ])(
    'that says %o tells what to do, and repeats no sentence of it',
    async (said, retryable, words) => {
      const { broken } = await startAssemblyAi({
        onOpen(peer) {
          peer.say(said);
          peer.close(1_008, 'See Error message for details');
        },
      });
      const error = await broken;
      expect(error).toMatchObject({ retryable, message: expect.stringContaining(words) });
      expect(String(error)).not.toContain('secret');
    },
  );

  it('that closes for the key alone is not asked again', async () => {
    const { broken } = await startAssemblyAi({
      onOpen: (peer) => peer.close(1_008, 'Not authorized'),
    });
    expect(await broken).toMatchObject({ code: 'transcriber_unauthorized', retryable: false });
  });
});
