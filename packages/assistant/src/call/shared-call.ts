import type { TypedEmitter } from '@kindling/call';
import type { VapiEvents } from '../vapi-events.ts';
import type { CallSession } from './call-session.ts';

type Client = TypedEmitter<VapiEvents>;

/**
 * The one call that all clients of a token at an address share in a page.
 * Pages that make a client at every render listen to the first, start with the second and
 * stop with the third; here these are the same call.
 */
export class SharedCall {
  /** From a start until the end of its call. */
  running: AbortController | null = null;
  session: CallSession | null = null;
  /** Who started it. */
  owner: Client | null = null;
  /** Clients that have listeners, the latest first: often nothing else refers to them. */
  #listened: readonly Client[] = [];
  /** Clients that ever had a listener. */
  readonly #everListened = new WeakSet<Client>();

  /** A listener was added to this client. */
  listen(client: Client): void {
    const others = this.#listened.filter((one) => one !== client && one.listenerCount() > 0);
    this.#listened = [client, ...others];
    this.#everListened.add(client);
  }

  /** The client whose listeners get the events of `client`: itself, or the page's last one that has any. */
  listener(client: Client): Client {
    const listened = this.#listened.find((one) => one.listenerCount() > 0);
    return client.listenerCount() > 0 ? client : (listened ?? client);
  }

  /**
   * A client handles its own call; that of another only where one of the two is a mere copy:
   * this one never had a listener, or the owner has none any more.
   */
  mayHandle(client: Client): boolean {
    const { owner } = this;
    return owner === client || !this.#everListened.has(client) || owner?.listenerCount() === 0;
  }

  /** Frees the call. One that ends late must not reset the state of the next one. */
  release(running: AbortController): void {
    running.abort();
    if (this.running !== running) return;
    this.running = null;
    this.session = null;
    this.owner = null;
  }
}

const sharedCalls = new Map<string, SharedCall>();

/** The call shared by all clients of a token at an address; one a page. */
export function findSharedCall(token: string, baseUrl: string): SharedCall {
  const key = `${token} ${baseUrl}`;
  const shared = sharedCalls.get(key) ?? new SharedCall();
  sharedCalls.set(key, shared);
  return shared;
}
