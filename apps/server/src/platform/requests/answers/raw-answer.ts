import type { AppContext } from '../app-env.ts';

/** An answer that is not one JSON text: a download, or events as they happen. */
export class RawAnswer {
  readonly #body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #status: 200 | 201;

  constructor(
    contentType: string,
    body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
    headers: Readonly<Record<string, string>> = {},
    status: 200 | 201 = 200,
  ) {
    this.#status = status;
    this.#body = body;
    this.#headers = { ...headers, 'Content-Type': contentType };
  }

  toResponse(c: AppContext): Response | Promise<Response> {
    return c.body(this.#body, this.#status, this.#headers);
  }
}
