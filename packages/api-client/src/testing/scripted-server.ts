import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect } from 'vitest';
import { ApiClient, type ApiClientOptions } from '../api-client.ts';
import { ApiError } from '../api-error.ts';

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
  readonly idempotencyKey: unknown;
  readonly ifMatch: string | undefined;
  readonly accept: string | undefined;
}

export type Answer = (response: ServerResponse, seen: Seen) => void;

export interface ScriptedServer {
  readonly seen: readonly Seen[];
  /** One after the other; the last one stays. */
  answer(...answers: readonly Answer[]): void;
  createClient(options?: Partial<ApiClientOptions>): ApiClient;
}

export const id = '4a4e7b60-3c3c-4e0e-8f0c-8f7a6d1c2b3a';

/** A server for each test that answers as scripted; at first `{ id }`. */
export function useScriptedServer(): ScriptedServer {
  let seen: Seen[] = [];
  let answers: Answer[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    const one = {
      method,
      url,
      body,
      authorization: headers.authorization,
      accept: headers.accept,
      idempotencyKey: headers['idempotency-key'],
      ifMatch: headers['if-match'],
    };
    seen.push(one);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(response, one);
  };
  let server = createServer();
  beforeEach(async () => {
    seen = [];
    answers = [json(200, { id })];
    server = createServer((request, response) => void handle(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    get seen() {
      return seen;
    },
    answer(...given) {
      answers = [...given];
    },
    createClient(options = {}) {
      const { port } = server.address() as AddressInfo;
      const baseUrl = `http://127.0.0.1:${port}/`;
      return new ApiClient({ token: 'secret', baseUrl, retryDelay: 1, ...options });
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** The error that it rejects with. */
export const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );
