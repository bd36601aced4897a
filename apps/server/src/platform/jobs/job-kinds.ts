import type { Logger } from 'pino';
import { z } from 'zod';
import { jobRetryDelay } from './job-retry-delay.ts';
import {
  JobAbandoned,
  type JobKind,
  type ReportAttempt,
  type RetryDelay,
  type RunJob,
} from './jobs.ts';

/** What is known of an attempt but its payload's type. */
export interface JobAttempt {
  readonly id: string;
  readonly orgId: string | null;
  readonly attempt: number;
  readonly last: boolean;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A kind with its defaults filled in and what is done for it. */
export interface RegisteredKind {
  readonly name: string;
  readonly attempts: number;
  readonly retryDelay: RetryDelay;
  readonly timeout: number;
  readonly concurrency: number;
  readonly perOrganisation?: number;
  /** Tells what became of an attempt. @default a line in the log */
  readonly report?: ReportAttempt | undefined;
  /** @throws `JobAbandoned` when the payload is not one of this kind */
  run(payload: unknown, attempt: JobAttempt): Promise<void>;
}

export const JOB_DEFAULTS = {
  attempts: 8,
  timeout: 60_000,
  concurrency: 1,
  retryDelay: jobRetryDelay,
};

export function registerKind<S extends z.ZodType>(
  kind: JobKind<S>,
  run: RunJob<z.output<S>>,
  report?: ReportAttempt,
): RegisteredKind {
  const { name, payload: schema, ...chosen } = kind;
  return {
    ...JOB_DEFAULTS,
    ...chosen,
    name,
    report,
    async run(payload, attempt) {
      const parsed = schema.safeParse(payload);
      if (!parsed.success)
        throw new JobAbandoned(`The payload does not fit: ${z.prettifyError(parsed.error)}`);
      await run({ ...attempt, payload: parsed.data });
    },
  };
}
