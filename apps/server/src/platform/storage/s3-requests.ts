import { S3Client } from '@aws-sdk/client-s3';
import { type Clock, createSystemClock } from '@kindling/protocol/clock';
import { retry, wait } from '@kindling/protocol/retry';
import type { Logger } from 'pino';
import { describeFault, isMissing, mayPass, storageUnavailable } from './s3-faults.ts';
import type { S3Settings } from './s3-settings.ts';

export interface S3Options {
  readonly log: Logger;
  /** @default the system's */
  readonly clock?: Clock;
}

/** Requests to a store, tried again where that may help. */
export interface S3Requests {
  readonly client: S3Client;
  /** @throws `storage_unavailable` for whatever `asking` rejects with */
  ask<T>(asking: () => Promise<T>): Promise<T>;
  /** The same; null where the store says that there is no such thing. */
  askIfThere<T>(asking: () => Promise<T>): Promise<T | null>;
}

const ATTEMPTS = 3;
/** Before the second attempt, ms; twice that before the third. */
const PAUSE = 250;
const CONNECTION_TIMEOUT = 5_000;
/** Until an answer begins, ms; a part of a blob goes out before it. */
const UPLOAD_TIMEOUT = 60_000;
/** For requests that send nothing. */
export const QUICK = { requestTimeout: 15_000 } as const;
/** A client that downloads may pause for so long, ms, as players of films do. */
const IDLE_TIMEOUT = 600_000;
/** A download that pauses holds one. */
const AGENT = { keepAlive: true, maxSockets: 500 } as const;

export function createS3Requests(settings: S3Settings, options: S3Options): S3Requests {
  const { clock = createSystemClock(), log } = options;

  async function ask<T>(asking: () => Promise<T>): Promise<T> {
    try {
      return await asking();
    } catch (error) {
      const fault = describeFault(error);
      log.error({ fault }, 'storage failed');
      throw storageUnavailable(fault);
    }
  }

  return {
    client: openClient(settings, clock),
    ask,
    askIfThere: (asking) =>
      ask(async () => {
        try {
          return await asking();
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
  };
}

function openClient(
  { endpoint, region, pathStyle, credentials }: S3Settings,
  clock: Clock,
): S3Client {
  const policy = {
    attempts: ATTEMPTS,
    mayRetry: mayPass,
    pause: (attempt: number) => wait(clock, PAUSE * 2 ** (attempt - 1)),
  };
  return new S3Client({
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    ...(credentials !== null && { credentials }),
    forcePathStyle: pathStyle,
    // Stores other than Amazon's do not know all of them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      requestTimeout: UPLOAD_TIMEOUT,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT,
      httpAgent: AGENT,
      httpsAgent: AGENT,
    },
    // In the one layer, request by request: of a large blob only the part that failed is sent again.
    retryStrategy: { retry: (next, args) => retry(policy, () => next(args)) },
  });
}
