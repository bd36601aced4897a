import type { TypedEmitter } from '@kindling/call';
import type { VapiEvents } from '../vapi-events.ts';
import type { CallSession } from './call-session.ts';

type Client = TypedEmitter<VapiEvents>;

/**
 * What the clients of one token at one address have in common: the one call a page can have.
 * Pages that make a client at every render listen to the first, start with the second and
 * stop with the third; here these are the same call.
 */
export class SharedCall {
  /** From a start until the end of its call. */
  running: AbortController | null = null;
  session: CallSession | null = null;
  /** Who started it. */
  owner: Client | null = null;
  /** Those that somebody listens to, the latest first: often nobody else holds them. */
  #listened: readonly Client[] = [];
  /** Those that somebody ever listened to. */
  readonly #everListened = new WeakSet<Client>();

  /** Somebody listens to this client from now on. */
  listen(client: Client): void {
    const others = this.#listened.filter((one) => one !== client && one.listenerCount() > 0);
    this.#listened = [client, ...others];
    this.#everListened.add(client);
  }

  /** Whose listeners are told what happens to `client`: its own, or those of its page's last one. */
  listener(client: Client): Client {
    const listened = this.#listened.find((one) => one.listenerCount() > 0);
    return client.listenerCount() > 0 ? client : (listened ?? client);
  }

  /**
   * A client handles its own call; that of another only where one of the two is a mere copy:
   * this one was never listened to, or nobody listens to the owner any more.
   */
  mayHandle(client: Client): boolean {
    const { owner } = this;
    return owner === client || !this.#everListened.has(client) || owner?.listenerCount() === 0;
  }

  /** The call is over; a later one must not lose its state to an earlier one that ends late. */
  release(running: AbortController): void {
    running.abort();
    if (this.running !== running) return;
    this.running = null;
    this.session = null;
    this.owner = null;
  }
}

const sharedCalls = new Map<string, SharedCall>();

/** The line of a token at an address; always the same one in a page. */
export function findSharedCall(token: string, baseUrl: string): SharedCall {
  const key = `${token} ${baseUrl}`;
  const shared = sharedCalls.get(key) ?? new SharedCall();
  sharedCalls.set(key, shared);
  return shared;
}
