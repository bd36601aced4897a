import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { loadModel } from './load-model.ts';

/**
 * A server of OpenAI's chat completions over one model, with one slot, as `llama-server --parallel 1` is one: what is
 * asked meanwhile waits, and who goes away gives up their place. `node serve-model.ts <library> <weights>`
 */

const requestSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullish() })).min(1),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
  temperature: z.number().default(0.8),
  max_tokens: z.number().int().default(256),
  /** As llama.cpp has it: the answer goes on to its limit. */
  ignore_eos: z.boolean().default(false),
});
type Asked = z.output<typeof requestSchema>;

const CONTEXT = 4_096;

const [library = '', weights = ''] = process.argv.slice(2);
const model = await loadModel({ library, weights, contextSize: CONTEXT });
const counts = { asked: 0, answering: 0, waiting: 0 };
let slot: Promise<void> = Promise.resolve();

const server = createServer((request, response) => {
  void handle(request, response).catch((error: unknown) => {
    if (!response.headersSent) response.writeHead(500);
    response.end(JSON.stringify({ error: { code: 500, message: String(error) } }));
  });
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/counts') return json(response, 200, counts);
  if (request.url !== '/v1/chat/completions')
    return json(response, 404, { error: { code: 404, message: 'File Not Found' } });
  const asked = requestSchema.parse(JSON.parse(await text(request)));
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const prompt = model.tokensOf(asked.messages);
  counts.asked += 1;
  if (prompt.length >= CONTEXT) return json(response, 400, tooLong(prompt.length));
  counts.waiting += 1;
  const turn = slot.then(async () => {
    counts.waiting -= 1;
    if (gone.signal.aborted) return;
    counts.answering += 1;
    try {
      await answer({ asked, prompt, response, signal: gone.signal });
    } finally {
      counts.answering -= 1;
    }
  });
  slot = turn.catch(() => {});
  await turn;
}

const tooLong = (tokens: number) => ({
  error: {
    code: 400,
    message: `request (${tokens} tokens) exceeds the available context size (${CONTEXT} tokens), try increasing it`,
    type: 'exceed_context_size_error',
    n_prompt_tokens: tokens,
    n_ctx: CONTEXT,
  },
});

interface Answering {
  readonly asked: Asked;
  readonly prompt: readonly number[];
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

async function answer({ asked, prompt, response, signal }: Answering): Promise<void> {
  let said = '';
  let tokens = 0;
  const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  if (asked.stream) response.writeHead(200, { 'content-type': 'text/event-stream' });
  const limits = {
    temperature: asked.temperature,
    maxTokens: asked.max_tokens,
    goesOn: asked.ignore_eos,
    signal,
  };
  for await (const piece of model.answer(prompt, limits)) {
    tokens += 1;
    said += piece;
    if (asked.stream) send({ choices: [{ index: 0, delta: { content: piece } }] });
  }
  const finish_reason = tokens < asked.max_tokens ? 'stop' : 'length';
  const usage = { prompt_tokens: prompt.length, completion_tokens: tokens };
  if (!asked.stream) {
    const message = { role: 'assistant', content: said };
    return json(response, 200, { choices: [{ index: 0, message, finish_reason }], usage });
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason }] });
  if (asked.stream_options?.include_usage === true) send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
const end = () => process.exit(0);
process.once('SIGTERM', end);
// A run that is broken off leaves no server behind: its end of the pipe closes.
process.stdin.resume().once('end', end).once('close', end);
