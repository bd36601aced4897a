import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../errors/api-error.ts';
import type { AppEnv } from '../app-env.ts';
import { networkOf } from './visitor.ts';

/** Counts uses by key within a minute; throws `rate_limited` with Retry-After beyond `perMinute`. */
export interface RateLimit {
  /** @default uses 1 */
  consume(key: string, uses?: number): Promise<void>;
}

export function createRateLimit(perMinute: number): RateLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return {
    async consume(key, uses = 1) {
      try {
        await limiter.consume(key, uses);
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
    await limit.consume(networkOf(c.get('clientAddress')));
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
