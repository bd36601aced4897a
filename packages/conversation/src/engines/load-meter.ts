import { availableParallelism, cpus } from 'node:os';

/** How much of the machine is taken. */
export interface LoadMeter {
  /** Of all cores, 0 to 1. */
  readonly share: number;
  /** What can be left out is to be left out. */
  readonly isBusy: boolean;
}

export interface LoadMeterOptions {
  /** Processor used so far by all threads, ms. @default this process's */
  readonly used?: () => number;
  /** @default those this process may use */
  readonly cores?: number;
  /** @default the process's monotonic clock, ms */
  readonly now?: () => number;
}

/** Of all cores: from here on nothing is heard twice, which takes a good part of one. */
export const HEARS_ONCE_SHARE = 0.5;
/** From this share of all cores on; beside this process the machine has media to carry. */
const BUSY_SHARE = 0.3;
/** One caller's interruption, which takes a core for half a second, does not make it busy, ms. */
const MEMORY = 5_000;
/** Between two looks, ms. */
const LOOK = 500;

/** The processor is looked at when it is asked for, and remembered for some seconds. */
export function createLoadMeter(options: LoadMeterOptions = {}): LoadMeter {
  const { used = processorUsed, now = () => performance.now() } = options;
  const cores = options.cores ?? availableParallelism();
  let lookedAt = now();
  let usedThen = used();
  let share = 0;

  function look(): number {
    const elapsed = now() - lookedAt;
    if (elapsed < LOOK) return share;
    const usedNow = used();
    const newest = (usedNow - usedThen) / elapsed / cores;
    share += (newest - share) * (1 - Math.exp(-elapsed / MEMORY));
    lookedAt += elapsed;
    usedThen = usedNow;
    return share;
  }

  return {
    get share() {
      return look();
    },
    get isBusy() {
      return look() >= BUSY_SHARE;
    },
  };
}

/** What all processes of this machine take. Nothing where the system does not tell. */
export function createMachineLoadMeter(): LoadMeter {
  return createLoadMeter({ used: machineUsed, cores: Math.max(1, cpus().length) });
}

/** Whether there is time for what is not known to be needed. */
export interface SpareTime {
  readonly isLeft: boolean;
}

/** Of `maxShare`: where this process takes as much, it does only what is needed for certain. */
const SPARE = 0.6;

/**
 * @param maxShare of all cores: where all processes of the machine take as much, there is none
 * @param load of this process
 */
export function createSpareTime(maxShare: number, load: LoadMeter): SpareTime {
  // Other programs need their time, too.
  const machine = createMachineLoadMeter();
  return {
    get isLeft() {
      return load.share < SPARE * maxShare && machine.share < maxShare;
    },
  };
}

function machineUsed(): number {
  return cpus().reduce(
    (sum, { times }) => sum + times.user + times.nice + times.sys + times.irq,
    0,
  );
}

function processorUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
