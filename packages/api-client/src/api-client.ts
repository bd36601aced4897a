import type { Method, OperationName } from '@kindling/protocol';
import type { OperationAnswer, OperationInput } from './operation-types.ts';
import { ROUTES } from './routes.ts';
import { createTransport, type Transport, type TransportOptions } from './transport.ts';

export type ApiClientOptions = TransportOptions;

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The REST API, typed by the table of operations. Every failure is an `ApiError`. */
export class ApiClient {
  readonly #transport: Transport;

  constructor(options: ApiClientOptions) {
    this.#transport = createTransport(options);
  }

  /** Calls an operation by name: `request('call.get', { params: { id } })`. */
  async request<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<OperationAnswer<N>> {
    const { params, query, body }: LooseInput = input as LooseInput;
    const [method = 'GET', template = '/'] = ROUTES[name].split(' ') as [Method, string];
    const path = template.replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(params?.[key] ?? ''),
    );
    const answer = await this.#transport({
      method,
      path,
      body,
      ...(query === undefined ? {} : { query }),
      ...options,
    });
    // The server answers by the same table; checking again would ship its schemas.
    return answer as OperationAnswer<N>;
  }
}
