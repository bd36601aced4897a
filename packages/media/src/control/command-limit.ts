import { createRateLimit } from '../transport/rate-limit.ts';

/** Far more than a call sends; stops a runaway page. */
const MESSAGES = { perSecond: 100, burst: 200 };
/** Of what is read of one person, characters. */
const CHARACTERS = { perSecond: 512_000, burst: 2_048_000 };
/** The same times those it goes to: what everybody is sent costs the server that often. */
const SPREAD = { perSecond: 4_096_000, burst: 16_384_000 };
/** Who sends that much beyond the limits does not mean to talk: reading it alone costs too much. */
const EXCESS = { perSecond: 200, burst: 2_000 };
/** Refused without a break of this length is told once, ms. */
const QUIET = 10_000;

/** `silently`: refused, and they were told so already. `flood`: they are to be put out. */
export type CommandVerdict = 'taken' | 'refused' | 'silently' | 'flood';

/** How much one person may send in a room. */
export interface CommandLimit {
  read(characters: number): CommandVerdict;
  /** For what goes to so many others. */
  spread(characters: number, readers: number): CommandVerdict;
}

export function createCommandLimit(now: () => number): CommandLimit {
  const mayRead = createRateLimit({ ...MESSAGES, now });
  const hasCharacters = createRateLimit({ ...CHARACTERS, now });
  const maySpread = createRateLimit({ ...SPREAD, now });
  const mayExceed = createRateLimit({ ...EXCESS, now });
  let refusedAt = Number.NEGATIVE_INFINITY;

  const refuse = (): CommandVerdict => {
    if (!mayExceed()) return 'flood';
    const isNew = now() - refusedAt >= QUIET;
    refusedAt = now();
    return isNew ? 'refused' : 'silently';
  };

  return {
    read: (characters) => (mayRead() && hasCharacters(characters) ? 'taken' : refuse()),
    spread: (characters, readers) => (maySpread(characters * readers) ? 'taken' : refuse()),
  };
}
