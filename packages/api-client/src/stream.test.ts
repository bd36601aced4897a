import { describe, expect, it } from 'vitest';
import { type Answer, failure, id, useScriptedServer } from './testing/scripted-server.ts';

const server = useScriptedServer();

describe('a stream', () => {
  const chat = { body: { assistantId: id, input: 'Hello' } };
  const pieces =
    (...texts: string[]): Answer =>
    async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const text of texts) {
        response.write(text);
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    };

  it('gives events however they are cut, until it says that it is done', async () => {
    server.answer(
      pieces(
        'data: {"delta":"Hel',
        'lo"}\n\nevent: note\r\nda',
        'ta: one\r\ndata: two\r\n\r\n',
        ': rest\n\ndata: [DONE]\n\ndata: late\n\n',
      ),
    );
    const events: unknown[] = [];
    for await (const event of server.createClient().stream('chat.create', chat)) events.push(event);
    expect(events).toEqual([
      { event: 'message', data: { delta: 'Hello' } },
      { event: 'note', data: 'one\ntwo' },
    ]);
    expect(server.seen[0]?.accept).toBe('text/event-stream');
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({ stream: true });
  });

  it('is closed by who stops reading', async () => {
    const closed = new Promise<void>((resolve) => {
      server.answer((response) => {
        response.once('close', resolve);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: 1\n\n');
      });
    });
    for await (const { data } of server.createClient().stream('chat.create', chat)) {
      expect(data).toBe(1);
      break;
    }
    await closed;
  });

  it('that breaks rejects', async () => {
    server.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n', () => response.destroy());
    });
    const read = async () => {
      for await (const _ of server.createClient().stream('chat.create', chat));
    };
    expect((await failure(read())).code).toBe('unreachable');
  });

  it('may be cut anywhere, and end its lines in any way', async () => {
    const text =
      '\uFEFF: hello\r\n\r\nevent: one\r\ndata: {"delta":"süß 🔥"}\r\n\n' +
      'data: {"delta":"a\u2028b"}\r\rdata\ndata:x\nid: 7\nretry: 10\n\ndata: [DONE]\n\n';
    const bytes = Buffer.from(text);
    server.answer(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      for (const byte of bytes) {
        response.write(Uint8Array.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    const events: unknown[] = [];
    for await (const event of server.createClient().stream('chat.create', chat)) events.push(event);
    expect(events).toEqual([
      { event: 'one', data: { delta: 'süß 🔥' } },
      { event: 'message', data: { delta: 'a\u2028b' } },
      { event: 'message', data: '\nx' },
    ]);
  });

  it('gives no half events', async () => {
    server.answer(pieces('data: 1\n\ndata: {"delta":"an'));
    const data: unknown[] = [];
    for await (const event of server.createClient().stream('chat.create', chat))
      data.push(event.data);
    expect(data).toEqual([1]);
  });

  const readAll = async (signal?: AbortSignal) => {
    const options = signal === undefined ? {} : { signal };
    for await (const _ of server.createClient().stream('chat.create', chat, options));
  };

  it('throws the error that it tells of', async () => {
    const sent = { statusCode: 502, code: 'provider_failed', message: 'No.', requestId: 'r1' };
    server.answer(pieces('data: 1\n\n', `event: error\ndata: ${JSON.stringify(sent)}\n\n`));
    const error = await failure(readAll());
    expect(error).toMatchObject({ code: 'provider_failed', status: 502, requestId: 'r1' });
  });

  it('is no page that a proxy answers instead', async () => {
    server.answer((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'));
    expect((await failure(readAll())).code).toBe('unreadable');
  });

  it('can be aborted', async () => {
    const aborted = new AbortController();
    server.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n', () => aborted.abort(new Error('the page was left')));
    });
    expect((await failure(readAll(aborted.signal))).code).toBe('aborted');
  });
});
