import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { ClaimedJob } from './claim-due.ts';
import { runAttempt } from './job-attempt.ts';
import type { RegisteredKind } from './job-kinds.ts';
import { keepLease, LEASE } from './job-lease.ts';
import type { JobStore } from './job-store.ts';
import type { JobOutcome } from './jobs.ts';
import { createPollLoop } from './poll-loop.ts';

export interface JobWorkerOptions {
  readonly store: JobStore;
  readonly kinds: ReadonlyMap<string, RegisteredKind>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Takes what is due, as many at once as each kind allows; then sleeps until something will be. */
export interface JobWorker {
  wake(): void;
  /** Stops what runs: others may take it. */
  letGo(): void;
  /** Resolves when nothing is looked for and nothing runs. */
  settled(): Promise<void>;
  /** Gives what runs a few seconds, then leaves it to the next start. Idempotent. */
  close(): Promise<void>;
}

const KEEP_FINISHED = 7 * 24 * 3_600_000;
const SWEEP_EVERY = 3_600_000;

export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { store, kinds, clock, log } = options;
  const running = new Map<Promise<void>, string>();
  let lettingGo = new AbortController();
  let sweptAt = Number.NEGATIVE_INFINITY;

  const pollLoop = createPollLoop({
    clock,
    work: startDue,
    onFault: (error) => log.error({ err: error }, 'job table unreadable'),
  });

  const free = (name: string) => {
    const taken = [...running.values()].filter((kind) => kind === name).length;
    return (kinds.get(name)?.concurrency ?? 0) - taken;
  };

  /** Answers when something can be started again. */
  async function startDue(): Promise<Date | null> {
    await purge();
    // One moment for both: what falls due between two would be neither due nor next.
    const now = new Date(clock.now());
    const names = [...kinds.keys()].filter((name) => free(name) > 0);
    for (const name of await store.dueKinds(names, now)) {
      while (!pollLoop.stopped && free(name) > 0 && (await startOne(name)));
    }
    // What is due and cannot start yet waits for one that ends, and that one wakes.
    return store.nextDue([...kinds.keys()], now);
  }

  async function startOne(name: string): Promise<boolean> {
    const kind = kinds.get(name);
    if (kind === undefined) return false;
    const now = clock.now();
    const job = await store.claim(kind, new Date(now), new Date(now + LEASE));
    if (job === null) return false;
    const attempt = execute(kind, job)
      .catch((error: unknown) => log.error({ job: job.id, err: error }, 'job lost'))
      .finally(() => {
        running.delete(attempt);
        pollLoop.wake();
      });
    running.set(attempt, name);
    return true;
  }

  async function execute(kind: RegisteredKind, job: ClaimedJob): Promise<void> {
    const lease = keepLease({ store, job, clock, log });
    const stop = AbortSignal.any([pollLoop.closing, lease.lost, lettingGo.signal]);
    const outcome = await runAttempt({ kind, job, clock, log, stop }).finally(lease.end);
    const now = new Date(clock.now());
    await markOutcome(job, now, outcome);
    if (kind.report === undefined) logOutcome(options, { kind, job, now }, outcome);
    else await kind.report({ id: job.id, attempt: job.attempt }, outcome);
  }

  function markOutcome(job: ClaimedJob, now: Date, outcome: JobOutcome): Promise<void> {
    switch (outcome.type) {
      case 'done':
        return store.markDone(job, now);
      case 'interrupted':
        return store.release(job, now);
      case 'given-up':
        return store.markGivenUp(job, now, outcome.message);
      case 'failed': {
        const retryAt = new Date(now.getTime() + outcome.retryIn);
        return store.markFailed(job, now, retryAt, outcome.message);
      }
    }
  }

  async function purge(): Promise<void> {
    const now = clock.now();
    if (now - sweptAt < SWEEP_EVERY) return;
    sweptAt = now;
    await store.purge(new Date(now - KEEP_FINISHED));
  }

  const settled = async () => {
    while (pollLoop.busy || running.size > 0)
      await Promise.all([pollLoop.settled(), ...running.keys()]);
  };

  const letGo = () => {
    lettingGo.abort();
    lettingGo = new AbortController();
  };

  return { wake: pollLoop.wake, letGo, settled, close: () => pollLoop.close(settled) };
}

function logOutcome(
  { log }: Pick<JobWorkerOptions, 'log'>,
  { kind, job, now }: { kind: RegisteredKind; job: ClaimedJob; now: Date },
  outcome: JobOutcome,
): void {
  const shown = { job: job.id, kind: kind.name, attempt: job.attempt };
  if (outcome.type === 'done') {
    log.info(shown, 'job done');
  } else if (outcome.type === 'interrupted') {
    log.info(shown, 'job left to the next start');
  } else {
    const err = outcome.error;
    if (outcome.type === 'given-up') return void log.error({ ...shown, err }, 'job given up');
    const retryAt = new Date(now.getTime() + outcome.retryIn).toISOString();
    log.warn({ ...shown, err, retryAt }, 'job failed');
  }
}
