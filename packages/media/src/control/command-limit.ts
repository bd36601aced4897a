import { createRateLimit } from '../transport/rate-limit.ts';

/** Far more than a call sends; stops a page that loops. */
const MESSAGES = { perSecond: 100, burst: 200 };
/** Characters read from one participant. */
const CHARACTERS = { perSecond: 512_000, burst: 2_048_000 };
/** The same, times the number of receivers: that is what broadcasting costs the server. */
const BROADCAST = { perSecond: 4_096_000, burst: 16_384_000 };
/** Messages beyond the limits; a client above this is disconnected, as reading alone costs too much. */
const EXCESS = { perSecond: 200, burst: 2_000 };
/** A rejection is reported once until the client was quiet for this long, ms. */
const REPORT_INTERVAL = 10_000;

/** `silently`: refused, and reported before. `flood`: the client must be disconnected. */
export type CommandVerdict = 'taken' | 'refused' | 'silently' | 'flood';

/** How much one participant may send. */
export interface CommandLimit {
  read(characters: number): CommandVerdict;
  /** For a message that goes to this many receivers. */
  broadcast(characters: number, readers: number): CommandVerdict;
}

export function createCommandLimit(now: () => number): CommandLimit {
  const mayRead = createRateLimit({ ...MESSAGES, now });
  const hasCharacters = createRateLimit({ ...CHARACTERS, now });
  const mayBroadcast = createRateLimit({ ...BROADCAST, now });
  const mayExceed = createRateLimit({ ...EXCESS, now });
  let refusedAt = Number.NEGATIVE_INFINITY;

  const refuse = (): CommandVerdict => {
    if (!mayExceed()) return 'flood';
    const isNew = now() - refusedAt >= REPORT_INTERVAL;
    refusedAt = now();
    return isNew ? 'refused' : 'silently';
  };

  return {
    read: (characters) => (mayRead() && hasCharacters(characters) ? 'taken' : refuse()),
    broadcast: (characters, readers) => (mayBroadcast(characters * readers) ? 'taken' : refuse()),
  };
}
