import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What one node says of a request that it hands to another. */
export const FORWARDED_HEADER = 'kindling-forwarded';

/** How long such a word is good for, ms: a request takes one hop inside a network. */
const GOOD_FOR = 30_000;

const facts = z.object({ clientAddress: z.string(), baseUrl: z.string(), until: z.number() });

/** What the node that was asked knows of a visitor, and the one that answers cannot. */
export type ForwardedFacts = Omit<z.output<typeof facts>, 'until'>;

export interface NamedRequest {
  readonly method: string;
  /** Its path and query. */
  readonly target: string;
}

/** Signs and reads what nodes say of requests that they hand to each other. */
export interface NodeRequests {
  sign(request: NamedRequest, facts: ForwardedFacts): string;
  /** Null: no node said it of this request, or too long ago. */
  read(header: string | undefined, request: NamedRequest): ForwardedFacts | null;
}

/** `secret`: what all nodes have in common; what signs is derived from it. */
export function createNodeRequests(secret: Buffer, now: () => number): NodeRequests {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kindling node requests', 32));
  const signature = (said: string, { method, target }: NamedRequest) =>
    createHmac('sha256', key)
      .update(JSON.stringify([said, method, target]))
      .digest();

  return {
    sign(request, { clientAddress, baseUrl }) {
      const until = Math.ceil(now()) + GOOD_FOR;
      const said = Buffer.from(JSON.stringify({ clientAddress, baseUrl, until })).toString(
        'base64url',
      );
      return `${said}.${signature(said, request).toString('base64url')}`;
    },
    read(header = '', request) {
      const [, said, given] = /^([\w-]{1,4000})\.([\w-]{43})$/.exec(header) ?? [];
      if (said === undefined || given === undefined) return null;
      if (!timingSafeEqual(signature(said, request), Buffer.from(given, 'base64url'))) return null;
      const { until, ...known } = facts.parse(
        JSON.parse(Buffer.from(said, 'base64url').toString()),
      );
      return until < now() ? null : known;
    },
  };
}
