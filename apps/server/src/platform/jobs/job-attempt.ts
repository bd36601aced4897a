import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import { faultMessage } from '../metrics/logger.ts';
import type { ClaimedJob } from './claim-due.ts';
import type { RegisteredKind } from './job-kinds.ts';
import { JobAbandoned, type JobOutcome } from './jobs.ts';

export interface JobAttemptOptions {
  readonly kind: RegisteredKind;
  readonly job: ClaimedJob;
  readonly clock: Clock;
  readonly log: Logger;
  /** The server stops, or the job is not this worker's any more. */
  readonly stop: AbortSignal;
}

/** What ignores its signal this long is no longer waited for. */
const STOPPING_GRACE = 5_000;

/** Runs one attempt within its time. Never rejects. */
export async function runAttempt(options: JobAttemptOptions): Promise<JobOutcome> {
  const { kind, job, stop } = options;
  // Aborted while the job was being leased: a signal that is already aborted fires no event.
  if (stop.aborted) return { type: 'interrupted' };
  // It was taken once too often without an end: it takes the process down each time.
  if (job.attempt > kind.attempts) {
    const message = `It never came to an end in ${kind.attempts} attempts.`;
    return { type: 'given-up', error: new Error(message), message };
  }
  const retryDelay = () => {
    if (job.attempt >= kind.attempts) return null;
    return kind.retryDelay(job.attempt, options.clock.now() - job.createdAt.getTime());
  };
  const last = retryDelay() === null;
  try {
    await withinTime(options, (signal) =>
      kind.run(job.payload, {
        id: job.id,
        orgId: job.orgId,
        attempt: job.attempt,
        last,
        signal,
        log: options.log.child({ job: job.id, kind: kind.name }),
      }),
    );
    return { type: 'done' };
  } catch (error) {
    const message = faultMessage(error);
    if (error instanceof JobAbandoned) return { type: 'given-up', error, message };
    if (stop.aborted) return { type: 'interrupted' };
    const retryIn = last ? null : retryDelay();
    if (retryIn === null) return { type: 'given-up', error, message };
    return { type: 'failed', error, message, retryIn };
  }
}

async function withinTime(
  { kind, clock, stop }: JobAttemptOptions,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const attempt = new AbortController();
  const tooLate = Promise.withResolvers<never>();
  let cancelGrace = () => {};
  const abort = (reason: Error) => {
    if (attempt.signal.aborted) return;
    cancelGrace = clock.schedule(STOPPING_GRACE, () => tooLate.reject(reason));
    attempt.abort(reason);
  };
  const handleStop = () => abort(new Error('The server stops.'));
  const cancel = clock.schedule(kind.timeout, () =>
    abort(new Error(`It took longer than ${kind.timeout} ms.`)),
  );
  stop.addEventListener('abort', handleStop, { once: true });
  try {
    const running = run(attempt.signal);
    await Promise.race([running, tooLate.promise]);
  } finally {
    cancel();
    cancelGrace();
    stop.removeEventListener('abort', handleStop);
  }
}
