import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WritingOptions } from '../react/voice-client.ts';
import type { VoiceAction } from '../react/voice-state.ts';
import { settle, VirtualClock } from '../testing/virtual-clock.ts';
import { createWrittenConversation } from './written-conversation.ts';

const SESSION = '6d0f1c9e-7b1f-4a53-9a53-0d6c3f6f2a11';

beforeEach(() => vi.stubGlobal('window', { location: { href: 'https://school.test/talk' } }));
afterEach(() => vi.unstubAllGlobals());

/** A server that gives these answers, one after the other. */
function setUp(
  answers: ((init: RequestInit) => Response | Promise<Response>)[],
  more: Partial<WritingOptions> = {},
) {
  const clock = new VirtualClock();
  const actions: VoiceAction[] = [];
  const requests: { url: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, body: JSON.parse(String(init.body)) });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer(init);
  });
  const conversation = createWrittenConversation({
    config: { publicKey: 'pk', assistantId: 'a1', apiUrl: '', firstMessage: 'Good morning.' },
    clock,
    now: () => clock.now(),
    dispatch: (action) => actions.push(action),
    ...more,
  });
  const said = () =>
    actions.flatMap((action) =>
      action.type === 'said' && action.final ? [[action.entry.role, action.entry.content]] : [],
    );
  const unsent = () =>
    actions.flatMap((action) => (action.type === 'writing-failed' ? [action.unsent] : []));
  return { conversation, actions, requests, clock, said, unsent };
}

const delta = (text: string, index = 0) =>
  `data: ${JSON.stringify({ id: 'c', sessionId: SESSION, path: `chat.output[${index}].content`, delta: text })}\n\n`;

const stream = (...events: string[]) =>
  new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });

const untilDone = async () => {
  for (let turn = 0; turn < 20; turn += 1) await settle();
};

describe('a conversation over HTTP', () => {
  it('greets, and puts each message of an answer together', async () => {
    const { conversation, actions, requests, said } = setUp([
      () => stream(delta('It is '), delta('a check-in.'), delta('Anything else?', 1)),
      () => stream(delta('Yes.')),
    ]);
    conversation.start();
    conversation.send('What is the mood tracker?');
    await untilDone();
    expect(said()).toEqual([
      ['assistant', 'Good morning.'],
      ['user', 'What is the mood tracker?'],
      ['assistant', 'It is a check-in.'],
      ['assistant', 'Anything else?'],
    ]);
    expect(actions.filter(({ type }) => type === 'writing-changed')).toMatchObject([
      { to: 'thinking' },
      { to: 'responding' },
      { to: 'idle' },
    ]);
    conversation.send('Really?');
    await untilDone();
    expect(requests).toEqual([
      {
        url: 'https://school.test/chat/web',
        body: { assistantId: 'a1', input: 'What is the mood tracker?', stream: true },
      },
      {
        url: 'https://school.test/chat/web',
        body: { assistantId: 'a1', input: 'Really?', stream: true, sessionId: SESSION },
      },
    ]);
  });

  it('says with every message which notice was accepted, and names its session once', async () => {
    const noticeAcceptance = {
      acceptedAt: '2026-03-01T09:00:00.000Z',
      version: 'v',
      language: 'en',
    };
    const { conversation, actions, requests } = setUp(
      [() => stream(delta('One, '), delta('two.')), () => stream(delta('Three.'))],
      { noticeAcceptance },
    );
    conversation.send('First');
    await untilDone();
    conversation.send('Second');
    await untilDone();
    expect(requests.map(({ body }) => body.noticeAcceptance)).toEqual([
      noticeAcceptance,
      noticeAcceptance,
    ]);
    expect(actions.filter(({ type }) => type === 'referenced')).toEqual([
      { type: 'referenced', reference: SESSION },
    ]);
  });

  it('sends one question at a time', async () => {
    const { conversation, requests } = setUp([() => stream(delta('One.'))]);
    conversation.send('First');
    conversation.send('Second');
    await untilDone();
    expect(requests.map(({ body }) => body.input)).toEqual(['First']);
  });

  it('says what went wrong, and the same words again are the same message', async () => {
    const { conversation, actions, said, unsent } = setUp([
      () => stream(delta('Half '), 'event: error\ndata: {"code":"provider_failed"}\n\n'),
      () => stream(delta('A whole answer.')),
    ]);
    conversation.send('Question');
    await untilDone();
    expect(unsent()).toEqual([
      { text: 'Question', message: 'Your message got no answer. Try again.' },
    ]);
    conversation.send('Question');
    await untilDone();
    const ids = actions.flatMap((action) =>
      action.type === 'said' && action.entry.role === 'user' ? [action.entry.id] : [],
    );
    expect(new Set(ids).size).toBe(1);
    expect(said().at(-1)).toEqual(['assistant', 'A whole answer.']);
  });

  it.each([
    [429, { 'retry-after': '7' }, 'Too many messages came from here. Try again in 7 seconds.'],
    [429, {}, 'Too many messages came from here. Try again in a minute.'],
    [429, { 'retry-after': '600' }, 'Too many messages came from here. Try again in 10 minutes.'],
    [401, {}, 'This key was revoked.'],
    [503, {}, 'Your message got no answer. Try again.'],
  ])('%i %j: %s', async (status, headers, message) => {
    const body = { statusCode: status, code: 'x', message: 'This key was revoked.' };
    const { conversation, unsent } = setUp([() => Response.json(body, { status, headers })]);
    conversation.send('Question');
    await untilDone();
    expect(unsent()).toEqual([{ text: 'Question', message }]);
  });

  it('says that the server was not reached', async () => {
    const { conversation, unsent } = setUp([]);
    conversation.send('Question');
    await untilDone();
    expect(unsent()[0]?.message).toMatch(/^Your message did not reach the server\./);
  });

  it('gives a silent server up', async () => {
    const { conversation, clock, unsent } = setUp([
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    ]);
    conversation.send('Question');
    await untilDone();
    await clock.advance(29_999);
    await untilDone();
    expect(unsent()).toEqual([]);
    await clock.advance(1);
    await untilDone();
    expect(unsent()[0]?.message).toBe('The server did not answer in time. Try again.');
  });

  it('session-deleted-meanwhile: begins another one with the same question', async () => {
    const { conversation, requests, said, unsent } = setUp([
      () => stream(delta('One.')),
      () => Response.json({ code: 'not_found', message: 'No such session.' }, { status: 404 }),
      () => stream(delta('Two.')),
    ]);
    conversation.send('First');
    await untilDone();
    conversation.send('Second');
    await untilDone();
    expect(requests.at(-1)?.body).toEqual({ assistantId: 'a1', input: 'Second', stream: true });
    expect(said().at(-1)).toEqual(['assistant', 'Two.']);
    expect(unsent()).toEqual([]);
  });

  it('stopped-while-answering: the request is given up, and nothing more is said', async () => {
    let isAborted = false;
    const { conversation, actions } = setUp([
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            isAborted = true;
            reject(signal.reason);
          });
        }),
    ]);
    conversation.send('Question');
    await untilDone();
    conversation.stop();
    conversation.stop();
    await untilDone();
    expect(isAborted).toBe(true);
    expect(actions.at(-1)).toMatchObject({ type: 'call-ended', reason: 'customer-ended-call' });
    expect(actions.filter(({ type }) => type === 'call-ended')).toHaveLength(1);
  });
});
