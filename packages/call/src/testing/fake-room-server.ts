import type { SentTrack, WireParticipant } from '@kindling/protocol/room';
import { vi } from 'vitest';

export interface Exchange {
  readonly method: string;
  readonly body: {
    readonly sdp: string;
    readonly livekit?: { readonly connection: string };
    readonly sends?: SentTrack[];
    readonly version?: number;
    readonly frames: readonly string[];
  };
}

/** The HTTP side of a room, in place of the browser's `fetch`. */
export class FakeRoomServer {
  readonly exchanges: Exchange[] = [];
  /** Where it was asked for STUN and TURN servers. */
  readonly lookups: string[] = [];
  /** Its servers; null: it knows of no such question. */
  found: unknown = [];
  /** What carries the room, where it says so. */
  media: string | null = null;
  certificate = 'A';
  /** What its answers say beside the usual. */
  more: object = {};
  present: WireParticipant[] = [];
  /** How the next exchanges end; answered when empty. */
  readonly outcomes: (
    | 'refuse'
    | 'unreachable'
    | 'hang'
    | 'gone'
    | 'bad-gateway'
    | 'not-ready'
    | 'outdated'
  )[] = [];
  under = 0;
  /** More than one exchange at a time was under way. */
  overlapped = false;

  install(): void {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.#answer(url, init));
  }

  of(method: string): readonly Exchange[] {
    return this.exchanges.filter((one) => one.method === method);
  }

  async #answer(url: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET';
    if (method === 'GET') {
      this.lookups.push(url);
      return this.found === null
        ? Response.json({ code: 'not_found', message: 'No.' }, { status: 404 })
        : Response.json({
            iceServers: await unlessAborted(this.found, init.signal),
            ...(this.media !== null && { media: this.media }),
          });
    }
    const text = typeof init.body === 'string' ? init.body : '{}';
    this.exchanges.push({ method, body: JSON.parse(text) as Exchange['body'] });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    this.under += 1;
    this.overlapped ||= this.under > 1;
    try {
      return await this.#decide(init);
    } finally {
      this.under -= 1;
    }
  }

  async #decide(init: RequestInit): Promise<Response> {
    const outcome = this.outcomes.shift();
    if (outcome === 'unreachable') throw new TypeError('Failed to fetch');
    if (outcome === 'hang') {
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    }
    if (outcome === 'refuse')
      return Response.json({ code: 'invalid_sdp', message: 'No.' }, { status: 400 });
    if (outcome === 'outdated')
      return Response.json({ code: 'client_outdated', message: 'Old.' }, { status: 400 });
    if (outcome === 'bad-gateway') return new Response('', { status: 502 });
    if (outcome === 'not-ready')
      return Response.json({ code: 'not_ready', message: 'Soon.' }, { status: 503 });
    if (outcome === 'gone')
      return Response.json({ code: 'room_not_found', message: 'Gone.' }, { status: 404 });
    return Response.json({
      sdp: `a=fingerprint:${this.certificate}\n`,
      sessionId: 'me',
      location: '/room/a/participant/k',
      iceServers: [],
      participants: this.present,
      ...this.more,
    });
  }
}

function unlessAborted(value: unknown, signal: AbortSignal | null | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    Promise.resolve(value).then(resolve, reject);
  });
}
