import { readFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import type { Check } from '../check.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';

/** Measured on two cores (docs/benchmarks.md): 40 callers who ask every 12 s. */
const CALLS_PER_CORE = 20;
/** The same: a server with 20 calls, speech models included; bytes. */
const MEMORY = 1_500_000_000;
/** With the system beside it. */
const MEMORY_WANTED = 2_000_000_000;
/** Sockets of pages, files and databases; media takes one for all calls. */
const FILES_WANTED = 4_096;
const FILES_NEEDED = 1_024;

export interface Resources {
  readonly cores: number;
  /** Bytes. */
  readonly memory: number;
  /** Null: the system does not tell. */
  readonly files: number | null;
}

/** What this machine, or the limits of its container, can hold. */
export const resources: Check = {
  name: 'resources',
  async run({ config }) {
    return judgeResources(await measureResources(), config.limits.calls);
  },
};

export function judgeResources({ cores, memory, files }: Resources, calls: number): Finding[] {
  const held = Math.floor(cores * CALLS_PER_CORE);
  const gigabytes = (memory / 1_000_000_000).toFixed(1);
  return [
    calls > held
      ? warn(
          `${round(cores)} cores hold about ${held} calls; MAX_CALLS is ${calls}.`,
          `Set MAX_CALLS=${Math.max(held, 1)}, or take more cores; docs/operate/sizing.md tells how to measure.`,
        )
      : ok(`${round(cores)} cores hold about ${held} calls; MAX_CALLS is ${calls}.`),
    memoryFinding(memory, gigabytes),
    ...(files === null ? [] : [filesFinding(files)]),
  ];
}

const round = (cores: number) => (Number.isInteger(cores) ? cores : cores.toFixed(1));

function memoryFinding(memory: number, gigabytes: string): Finding {
  const found = `There are ${gigabytes} GB of memory; 20 calls take 1.5 GB.`;
  if (memory < MEMORY) return fail(found, 'Give it 2 GB.');
  return memory < MEMORY_WANTED * 0.95 ? warn(found, 'Give it 2 GB.') : ok(found);
}

function filesFinding(files: number): Finding {
  const found = `The process may open ${files} files.`;
  const mend = 'Raise the limit: LimitNOFILE=65536 in the unit, ulimits.nofile of the container.';
  if (files < FILES_NEEDED) return fail(found, mend);
  return files < FILES_WANTED ? warn(found, mend) : ok(found);
}

async function measureResources(): Promise<Resources> {
  const constrained = process.constrainedMemory();
  const quota = await processorQuota();
  const cores = availableParallelism();
  return {
    cores: quota === null ? cores : Math.min(cores, quota),
    // Without a limit it is 0, or larger than the machine.
    memory: constrained > 0 ? Math.min(constrained, totalmem()) : totalmem(),
    files: await fileLimit(),
  };
}

/** Cores that a control group may use; null: all. */
async function processorQuota(): Promise<number | null> {
  const text = await readFile('/sys/fs/cgroup/cpu.max', 'utf8').catch(() => '');
  const [, quota, period] = /^(\d+) (\d+)/.exec(text) ?? [];
  return quota === undefined ? null : Number(quota) / Number(period);
}

async function fileLimit(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? [];
  if (soft === undefined) return null;
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft);
}
