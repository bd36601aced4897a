import { createHmac } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { rateLimitTable } from '../../database/rate-limit-table.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { AppEnv } from '../app-env.ts';
import { networkOf } from './visitor.ts';

/** Seconds. */
const WINDOW = 60;

/** Counts uses by key within a minute; throws `rate_limited` with Retry-After beyond `perMinute`. */
export interface RateLimit {
  /** @default uses 1 */
  consume(key: string, uses?: number): Promise<void>;
}

/** Counted by this server alone. */
export function createRateLimit(perMinute: number): RateLimit {
  return limitBy(new RateLimiterMemory({ points: perMinute, duration: WINDOW }));
}

/** Uses that end, at the latest after a minute: what is under way at the same time is counted. */
export interface SharedUses {
  /** False: there are as many as there may be. */
  take(key: string): Promise<boolean>;
  giveBack(key: string): Promise<void>;
}

/** Makes a limit that all nodes count together, by its name. */
export type CreateSharedLimit = (name: string, perMinute: number) => RateLimit;

/** The database that nodes share, and what they derive from: addresses are stored as keyed hashes alone. */
export interface SharedCount {
  readonly pool: Pool;
  readonly secret: Buffer;
}

/** Null: there are no others. */
export function createSharedLimits(shared: SharedCount | null): CreateSharedLimit {
  return (name, perMinute) => {
    if (shared === null) return createRateLimit(perMinute);
    // Who asks too often costs no statement.
    const blocked = { inMemoryBlockOnConsumed: perMinute + 1 };
    return limitBy(countTogether(shared, name, perMinute, blocked), createHide(shared, name));
  };
}

/** Counts what is under way on all nodes, `atOnce` of one key at most. */
export function createSharedUses(shared: SharedCount, name: string, atOnce: number): SharedUses {
  const limiter = countTogether(shared, name, atOnce);
  const hide = createHide(shared, name);
  return {
    async take(key) {
      try {
        await limiter.consume(hide(key));
        return true;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // What was refused is not under way.
        await limiter.reward(hide(key));
        return false;
      }
    },
    async giveBack(key) {
      // After a minute it is counted no more in any case.
      await limiter.reward(hide(key)).catch(() => undefined);
    },
  };
}

/** Without the database each node counts for itself. */
function countTogether({ pool }: SharedCount, name: string, points: number, more: object = {}) {
  const counted = { points, duration: WINDOW };
  return new RateLimiterPostgres({
    ...counted,
    storeClient: pool,
    tableName: getTableName(rateLimitTable),
    tableCreated: true,
    keyPrefix: name,
    ...more,
    insuranceLimiter: new RateLimiterMemory(counted),
  });
}

const createHide =
  ({ secret }: SharedCount, name: string) =>
  (key: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([name, key]))
      .digest('base64url');

function limitBy(limiter: RateLimiterAbstract, hide = (key: string) => key): RateLimit {
  return {
    async consume(key, uses = 1) {
      try {
        await limiter.consume(hide(key), uses);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
      }
    },
  };
}

/** Refuses an address that asks too often. */
export function limitByAddress(limit: RateLimit) {
  return createMiddleware<AppEnv>(async (c, next) => {
    // Counted by the node that was asked.
    if (c.get('isForwarded') !== true) await limit.consume(networkOf(c.get('clientAddress')));
    await next();
  });
}

function tooMany(seconds: number): ApiError {
  return new ApiError('rate_limited', `Too many requests. Try again in ${seconds} seconds.`, {
    headers: {
      'Retry-After': String(seconds),
      // Counted before it is known whose page asks: any may read how long it has to wait.
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Retry-After',
    },
  });
}
