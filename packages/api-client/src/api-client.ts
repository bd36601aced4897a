import type { OperationName } from '@kindling/protocol';
import { checkOptions } from './check-options.ts';
import { readStreamError } from './error-answer.ts';
import type {
  DownloadOperation,
  OperationAnswer,
  OperationInput,
  PagedItem,
  PagedOperation,
  Resources,
  StreamedEvent,
  StreamingOperation,
} from './operation-types.ts';
import { readEvents } from './read-events.ts';
import { fillPath, type Route, readRoute } from './route.ts';
import { ROUTES } from './routes.ts';
import { readJson } from './send-request.ts';
import {
  createTransport,
  type RequestOptions,
  type Transport,
  type TransportOptions,
} from './transport.ts';
import { type UploadOptions, upload } from './upload.ts';

export type ApiClientOptions = TransportOptions;

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly accept?: string;
}

/** For what has to travel first, ms. */
const FORM_TIMEOUT = 300_000;

class Client {
  readonly #options: ApiClientOptions;
  readonly #transport: Transport;

  constructor(options: ApiClientOptions) {
    this.#options = checkOptions(options);
    this.#transport = createTransport(options);
    for (const name of Object.keys(ROUTES) as OperationName[]) this.#addMethod(name);
  }

  /** Calls an operation by name: `request('call.get', { params: { id } })`. */
  async request<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    options: RequestOptions = {},
  ): Promise<OperationAnswer<N>> {
    // The server answers by the same table; checking again would ship its schemas.
    return (await this.#send(name, input as LooseInput, options, readJson)) as OperationAnswer<N>;
  }

  /** Everything that fits, page after page: `for await (const call of client.all('call.page'))`. */
  async *all<N extends PagedOperation>(
    name: N,
    input?: OperationInput<N>,
    options: RequestOptions = {},
  ): AsyncGenerator<PagedItem<N>, void> {
    const given = (input ?? {}) as LooseInput;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { ...given.query, ...(cursor === undefined ? {} : { cursor }) };
      const page = (await this.#send(name, { ...given, query }, options, readJson)) as {
        readonly results: readonly PagedItem<N>[];
        readonly metadata: { readonly nextCursor?: string | null };
      };
      yield* page.results;
      cursor = page.metadata.nextCursor ?? null;
    }
  }

  /**
   * The answer in chunks: `for await (const { data } of client.stream('chat.create', { body }))`.
   * Leaving the loop closes the connection. A failure on the way is thrown, nothing is repeated.
   */
  async *stream<N extends StreamingOperation>(
    name: N,
    input: OperationInput<N>,
    options: RequestOptions = {},
  ): AsyncGenerator<StreamedEvent<N>, void> {
    const given = input as LooseInput;
    const request = {
      ...given,
      body: { ...(given.body as object), stream: true },
      accept: 'text/event-stream',
    };
    // A stream has no timeout.
    const unread = async (response: Response) => response;
    const response = await this.#send(name, request, { timeout: 0, ...options }, unread);
    for await (const event of readEvents(response, options.signal)) {
      if (event.event === 'error') throw readStreamError(event.data);
      yield event as StreamedEvent<N>;
    }
  }

  /** What an operation answers as a file: CSV, or an uploaded file again. */
  download<N extends DownloadOperation>(
    name: N,
    input: OperationInput<N>,
    options: RequestOptions = {},
  ): Promise<Blob> {
    const request = { ...(input as LooseInput), accept: '*/*' };
    return this.#send(name, request, { timeout: 0, ...options }, (response) => response.blob());
  }

  /** Uploads a file and reports progress; without that `file.create(form)` does the same. */
  async upload(form: FormData, options: UploadOptions): Promise<OperationAnswer<'file.create'>> {
    const response = await upload(this.#options, readRoute('file.create').template, form, options);
    return (await readJson(response)) as OperationAnswer<'file.create'>;
  }

  async #send<T>(
    name: OperationName,
    { params, ...input }: LooseInput,
    options: RequestOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { method, template, body, creates, open } = readRoute(name);
    const patience =
      body === 'form' ? { timeout: this.#options.timeout ?? FORM_TIMEOUT } : undefined;
    const path = fillPath(template, params);
    return this.#transport(
      { method, creates, open, path, ...input, ...patience, ...options },
      read,
    );
  }

  #addMethod(name: OperationName): void {
    const [resource = '', method = ''] = name.split('.');
    const route = readRoute(name);
    const resources = this as unknown as Record<string, Record<string, unknown>>;
    resources[resource] ??= {};
    resources[resource][method] = (...given: unknown[]) => {
      const { input, options } = readArguments(route, given);
      return this.request(name, input as OperationInput<typeof name>, options);
    };
  }
}

/** Parameters of the path first, then the body, then the query, then options of the request. */
function readArguments({ params, body, query }: Route, given: readonly unknown[]) {
  const rest = [...given];
  const inPath = Object.fromEntries(params.map((param) => [param, String(rest.shift() ?? '')]));
  const inBody = body === 'none' ? undefined : rest.shift();
  const inQuery = query ? (rest.shift() as LooseInput['query']) : undefined;
  const input: LooseInput = {
    params: inPath,
    ...(inBody === undefined ? {} : { body: inBody }),
    ...(inQuery === undefined ? {} : { query: inQuery }),
  };
  return { input, options: (rest.shift() ?? {}) as RequestOptions };
}

/**
 * The REST API, typed by the table of operations: each is a method of its resource,
 * `client.assistant.get(id)`. Every failure is an `ApiError`.
 */
export type ApiClient = Client & Resources;
export const ApiClient = Client as unknown as new (options: ApiClientOptions) => ApiClient;
