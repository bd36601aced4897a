import type { AccessAnswer, AccessLevel, RoomInfo } from '@kindling/protocol/room';
import type { CallContext } from '../core/call-context.ts';
import { CallError } from '../core/call-error.ts';
import type { Access, AccessState } from '../core/call-events.ts';

export interface AccessRequest {
  readonly access?: { readonly level: 'full' };
  /** The name that owners see. */
  readonly name?: string;
}

export type AskAccess = (url: string, token: string | undefined) => Promise<AccessAnswer>;

const askRoom: AskAccess = async (url, token) =>
  (await import('../engine/signalling/ask-access.ts')).askAccess(url, token);

/** The access level in the room: queried ahead, received when joining, and requested from the lobby. */
export class RoomAccess {
  readonly #context: CallContext;
  readonly #ask: AskAccess;
  #access: Access = 'unknown';
  #awaiting = false;
  #known: RoomInfo | null = null;

  constructor(context: CallContext, ask: AskAccess = askRoom) {
    this.#context = context;
    this.#ask = ask;
    context.hooks.on('admitted', ({ level = 'full' }) => this.#enter({ level }));
    context.hooks.on('event', (event) => {
      if (event.type === 'access') this.#enter({ level: event.level });
    });
    context.hooks.on('left', () => {
      this.#access = 'unknown';
      this.#awaiting = false;
      this.#known = null;
    });
  }

  get state(): AccessState {
    const access = this.#access;
    return this.#awaiting ? { access, awaitingAccess: { level: 'full' } } : { access };
  }

  /** Configuration of the room that was queried. */
  get known(): RoomInfo | null {
    return this.#known;
  }

  /** Queries the access that joining would give, and loads the engine meanwhile. */
  async preAuth(url: string, token: string | undefined): Promise<{ access: Access }> {
    const [{ level, room }] = await Promise.all([
      this.#ask(url, token),
      this.#context.session.load(),
    ]);
    // Joined meanwhile: the room's own answer is newer.
    if (this.#context.session.joined) return { access: this.#access };
    this.#known = room;
    this.#enter({ level });
    return { access: { level } };
  }

  /**
   * Requests access, and waits until an owner decides.
   *
   * @throws when the room refuses, or is left
   */
  async request(name: string): Promise<{ access: Access; granted: boolean }> {
    if (this.#access === 'unknown' || this.#access.level === 'full')
      return { access: this.#access, granted: this.#access !== 'unknown' };
    this.#await(true);
    try {
      const granted = isGranted(await this.#context.request('request-access', { name }));
      return { access: this.#access, granted };
    } finally {
      if (this.#context.session.joined) this.#await(false);
    }
  }

  #enter(access: { readonly level: AccessLevel }): void {
    const before = this.#access;
    const wasAwaiting = this.#awaiting;
    this.#access = access;
    if (access.level === 'full') this.#awaiting = false;
    if (before !== 'unknown' && before.level === access.level && wasAwaiting === this.#awaiting)
      return;
    this.#context.emit('access-state-updated', this.state);
  }

  #await(awaiting: boolean): void {
    if (this.#awaiting === awaiting) return;
    this.#awaiting = awaiting;
    this.#context.emit('access-state-updated', this.state);
  }
}

/**
 * The url, or the one given before.
 *
 * @throws without one
 */
export function urlToAskAbout(url: string | undefined): string {
  if (url !== undefined) return url;
  throw new CallError('invalid-property', 'preAuth() needs a url.');
}

function isGranted(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'granted' in answer
    ? answer.granted === true
    : false;
}
