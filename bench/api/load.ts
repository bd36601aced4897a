import { Agent, request } from 'node:http';

export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export interface Load {
  readonly perSecond: number;
  /** Of each request, ms. */
  readonly durations: readonly number[];
}

/** Sends the requests, some at a time, over persistent connections. Rejects at the first refusal. */
export async function load(
  server: { readonly url: string; readonly token: string },
  requests: Iterable<LoadRequest>,
  concurrency: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const durations: number[] = [];
  const queue = requests[Symbol.iterator]();
  const startedAt = performance.now();
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const sentAt = performance.now();
      await send(agent, server, next.value);
      durations.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return { perSecond: durations.length / seconds, durations };
}

function send(
  agent: Agent,
  { url, token }: { readonly url: string; readonly token: string },
  { method, path, body }: LoadRequest,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status < 400) return resolve();
        reject(new Error(`${method} ${path} answered ${status}: ${Buffer.concat(chunks)}`));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
