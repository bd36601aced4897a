import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database } from '../database/database.ts';

/** Work that outlives a request and a restart; at least once, so what it does must bear repeating. */
export interface Jobs {
  /**
   * What is done for jobs of this kind. Called before `start`; a kind has one worker. With `report`
   * the kind tells itself what became of an attempt, and the log has no other line of it.
   */
  handle<S extends z.ZodType>(
    kind: JobKind<S>,
    run: RunJob<z.output<S>>,
    report?: ReportAttempt,
  ): void;
  /**
   * Adds work, with the change that causes it when `db` is its transaction. With a `uniqueKey` of
   * one that waits already nothing is added. Wake the workers once it is committed.
   */
  add<S extends z.ZodType>(db: Database, kind: JobKind<S>, job: NewJob<z.input<S>>): Promise<void>;
  wake(): void;
  /** Makes due what dead processes had begun, before its lease has run out. */
  recover(): Promise<void>;
  start(): void;
  /** Resolves when everything that is due was tried once. */
  settled(): Promise<void>;
  /** Gives work under way a few seconds, then leaves it to the next start. Idempotent. */
  close(): Promise<void>;
}

export interface JobKind<S extends z.ZodType> {
  readonly name: string;
  readonly payload: S;
  /** Attempts before it is given up. @default 8, over about a day */
  readonly attempts?: number;
  /**
   * How long to wait after the `attempt`th failure of a job added `age` ms ago, ms; null gives it up.
   * @default growing from ten seconds to hours
   */
  readonly retryDelay?: RetryDelay;
  /** The longest one attempt may take, ms. @default 60000 */
  readonly timeout?: number;
  /** How many of the kind may run at once. @default 1 */
  readonly concurrency?: number;
  /**
   * How many of them one organisation may have: what waits for a server that never answers holds up
   * nobody else. @default as many as run at once
   */
  readonly perOrganisation?: number;
}

export type RetryDelay = (attempt: number, age: number) => number | null;

export interface NewJob<P> {
  /** Of a row elsewhere that belongs to it. @default a new one */
  readonly id?: string;
  /** Null: the server's own. */
  readonly orgId: string | null;
  readonly payload: P;
  /** @default now */
  readonly dueAt?: Date;
  readonly uniqueKey?: string;
}

/** @throws to be tried again later; with a `JobAbandoned` never again */
export type RunJob<P> = (job: RunningJob<P>) => Promise<void>;

export interface RunningJob<P> {
  readonly id: string;
  readonly orgId: string | null;
  readonly payload: P;
  /** From 1. */
  readonly attempt: number;
  /** Whether a failure is final. */
  readonly last: boolean;
  /** Aborted at the deadline and when the server stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** Called after the attempt's outcome was stored. */
export type ReportAttempt = (
  job: Pick<RunningJob<unknown>, 'id' | 'attempt'>,
  outcome: JobOutcome,
) => Promise<void>;

export type JobOutcome =
  | { readonly type: 'done' }
  /** The server stops: it did not fail. */
  | { readonly type: 'interrupted' }
  | { readonly type: 'given-up'; readonly error: unknown; readonly message: string }
  | {
      readonly type: 'failed';
      readonly error: unknown;
      readonly message: string;
      readonly retryIn: number;
    };

/** Trying again would not help. */
export class JobAbandoned extends Error {
  override readonly name = 'JobAbandoned';
}
