/** What is asked of a server while people talk. */
export interface HeavyRequest {
  readonly name: string;
  send(ask: (path: string, init?: RequestInit) => Promise<unknown>): Promise<unknown>;
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function upload(name: string, content: string): RequestInit {
  const form = new FormData();
  form.set('file', new File([content], name));
  return { method: 'POST', body: form };
}

const tool = (parameters: object) =>
  json({ type: 'function', function: { name: `f${Math.random()}`.replace('.', ''), parameters } });
const MEGABYTES_19 = 19 * 1_024 ** 2;
const row = 'Monday,from nine to six,closed at noon on holidays\n';

/** The requests of the first attack, and others of the same kind. */
export const heavyRequests: readonly HeavyRequest[] = [
  {
    name: 'upload of a 19 MB text',
    send: (ask) => ask('/file', upload('long.txt', 'a'.repeat(MEGABYTES_19))),
  },
  {
    name: 'upload of a 19 MB table',
    send: (ask) => ask('/file', upload('t.csv', row.repeat(MEGABYTES_19 / row.length))),
  },
  {
    name: 'five uploads at once',
    send: (ask) =>
      Promise.all(
        [1, 2, 3, 4, 5].map((n) => ask('/file', upload(`${n}.txt`, 'a'.repeat(MEGABYTES_19)))),
      ),
  },
  {
    name: 'schema of 1,500 allOf',
    send: (ask) =>
      ask(
        '/tool',
        tool({
          type: 'object',
          allOf: Array.from({ length: 1_500 }, (_, at) => ({ required: [`p${at}`] })),
        }),
      ),
  },
  {
    name: 'assistant of 240 kB',
    send: (ask) =>
      ask(
        '/assistant',
        json({
          name: 'long',
          model: {
            provider: 'kindling',
            messages: [{ role: 'system', content: 'word '.repeat(15_000) }],
          },
        }),
      ),
  },
  {
    name: 'list of 1,000 calls',
    send: (ask) => ask('/call?limit=1000'),
  },
  {
    name: 'openapi.json, ten times',
    send: (ask) => Promise.all(Array.from({ length: 10 }, () => ask('/openapi.json'))),
  },
  {
    name: '200 requests at once',
    send: (ask) => Promise.all(Array.from({ length: 200 }, () => ask('/assistant?limit=100'))),
  },
];
