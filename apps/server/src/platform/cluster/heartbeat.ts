import type { Clock } from '@kindling/protocol/clock';

/** How often a node says that it lives, ms. */
const INTERVAL = 2_000;
/** After so long without having said so a node stops what it holds, ms: before anybody may take it. */
export const FENCE_AFTER = 4_000;
/** After so long without a beat a node is taken for dead, ms. */
export const DEAD_AFTER = 6_000;
/** Where nobody reaches the database a node holds on for so long, ms. */
const MAX_OUTAGE = 30_000;
/** Another node may reach it again a moment earlier, ms: it takes nothing for six seconds from then. */
const GRACE = 2_000;
/** How long one attempt may take, ms. */
const TIMEOUT = 1_000;
const MIN_TIMEOUT = 200;
const RETRY = 250;
/** A timer that fires so much later, ms, says that this process stood still, not that the database did. */
const STALL = 500;

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Says that this node lives; answers whether the database still knows it. */
  readonly beat: () => Promise<boolean>;
  /** An attempt is given up: its connection is not to be waited for. */
  readonly onSilent: () => void;
  /**
   * Asked before this node is fenced for its silence: whether no other node reaches the database either, so
   * that none can take anything. Answers within a second.
   */
  readonly isOutage: () => Promise<boolean>;
  /** Once, until a beat is answered again: `gone` where the database says that it is over. */
  readonly onFenced: (why: 'gone' | 'silent') => void;
}

export interface Heartbeat {
  /** Goes on from a beat that was answered. */
  start(): void;
  /** A beat at once; before `start`, as soon as it is called. */
  hurry(): void;
  /** Whether a beat is answered now. */
  reaches(): Promise<boolean>;
  close(): Promise<void>;
}

type Outcome = 'alive' | 'gone' | 'failed' | 'stalled';

/**
 * Beats, and fences this node when it could not: measured from when the last answered beat was *sent*, and
 * never without an attempt that failed after that, so that a process which stood still asks first.
 */
export function createHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { clock } = options;
  let sentAt = clock.now();
  let isStarted = false;
  let isFenced = false;
  let isClosed = false;
  let cancel = () => {};
  let running: Promise<void> | null = null;
  let isHurried = false;
  let failures = 0;
  /** Since all others said that they do not reach the database either. */
  let holdsUntil = 0;

  function fence(why: 'gone' | 'silent'): void {
    if (isFenced || isClosed) return;
    isFenced = true;
    options.onFenced(why);
  }

  /** Answers after how many ms the next attempt is due. */
  async function once(): Promise<number> {
    const began = clock.now();
    const left = sentAt + FENCE_AFTER - began;
    const timeout = isFenced || left < 0 ? TIMEOUT : Math.max(MIN_TIMEOUT, Math.min(TIMEOUT, left));
    const outcome = await attempt(options, timeout);
    if (outcome === 'stalled') return 0;
    failures = outcome === 'failed' ? failures + 1 : 0;
    if (outcome === 'alive') {
      sentAt = began;
      isFenced = false;
      return Math.max(0, began + INTERVAL - clock.now());
    }
    if (outcome === 'gone') {
      fence('gone');
      return 0;
    }
    const remaining = sentAt + FENCE_AFTER - clock.now();
    if (remaining > 0) return Math.min(RETRY, remaining);
    // The first attempt after standing still: its connection may have been lost meanwhile, and is made anew.
    if (left < 0 && failures === 1) return 0;
    if (!isFenced && clock.now() - sentAt < MAX_OUTAGE) {
      if (await options.isOutage()) holdsUntil = clock.now() + GRACE;
      if (clock.now() < holdsUntil) return RETRY;
    }
    fence('silent');
    return RETRY;
  }

  function run(): void {
    cancel();
    if (isClosed) return;
    // A starting node receives its own notification. Its first beat is under way then, and must be the only one.
    if (running !== null || !isStarted) {
      isHurried = true;
      return;
    }
    running = once().then((pause) => {
      running = null;
      const due = isHurried ? 0 : pause;
      isHurried = false;
      if (!isClosed) cancel = clock.schedule(due, run);
    });
  }

  return {
    start() {
      isStarted = true;
      sentAt = clock.now();
      cancel = clock.schedule(isHurried ? 0 : INTERVAL, run);
      isHurried = false;
    },
    hurry: run,
    async reaches() {
      run();
      await running;
      return failures === 0 && !isFenced;
    },
    async close() {
      isClosed = true;
      cancel();
      await running;
    },
  };
}

function attempt({ beat, clock, onSilent }: HeartbeatOptions, timeout: number): Promise<Outcome> {
  const startedAt = clock.now();
  return new Promise((resolve) => {
    const stop = clock.schedule(timeout, () => {
      onSilent();
      resolve(clock.now() - startedAt > timeout + STALL ? 'stalled' : 'failed');
    });
    beat()
      .then(
        (isKnown): Outcome => (isKnown ? 'alive' : 'gone'),
        (): Outcome => 'failed',
      )
      .then((outcome) => {
        stop();
        resolve(outcome);
      });
  });
}
