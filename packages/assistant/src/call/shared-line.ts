import type { TypedEmitter } from '@kindling/call';
import type { VapiEvents } from '../vapi-events.ts';
import type { CallSession } from './call-session.ts';

type Client = TypedEmitter<VapiEvents>;

/**
 * What the clients of one token at one address have in common: the one call a page can have.
 * Pages that make a client at every render listen to the first, start with the second and
 * stop with the third; here these are the same call.
 */
export class SharedLine {
  /** From a start until the end of its call. */
  running: AbortController | null = null;
  session: CallSession | null = null;
  /** Who started it. */
  owner: Client | null = null;
  /** Those that somebody listens to, the latest first: often nobody else holds them. */
  #heard: readonly Client[] = [];
  /** Those that somebody ever listened to. */
  readonly #everHeard = new WeakSet<Client>();

  /** Somebody listens to this client from now on. */
  noteHeard(client: Client): void {
    const others = this.#heard.filter((one) => one !== client && one.listenerCount() > 0);
    this.#heard = [client, ...others];
    this.#everHeard.add(client);
  }

  /** Whose listeners are told what happens to `client`: its own, or those of its page's last one. */
  hearer(client: Client): Client {
    const heard = this.#heard.find((one) => one.listenerCount() > 0);
    return client.listenerCount() > 0 ? client : (heard ?? client);
  }

  /**
   * A client handles its own call; that of another only where one of the two is a mere copy:
   * this one was never listened to, or nobody listens to the owner any more.
   */
  mayHandle(client: Client): boolean {
    const { owner } = this;
    return owner === client || !this.#everHeard.has(client) || owner?.listenerCount() === 0;
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

const lines = new Map<string, SharedLine>();

/** The line of a token at an address; always the same one in a page. */
export function findLine(token: string, baseUrl: string): SharedLine {
  const key = `${token} ${baseUrl}`;
  const line = lines.get(key) ?? new SharedLine();
  lines.set(key, line);
  return line;
}
