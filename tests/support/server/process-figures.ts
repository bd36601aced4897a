import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds, from `/proc` (Linux). */
export interface ProcessFigures {
  readonly residentMegabytes: number;
  readonly descriptors: number;
  readonly threads: number;
  /** CPU time used so far, seconds. */
  readonly cpuSeconds: number;
}

const CLOCK_TICKS = 100;

export function processFigures(pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    residentMegabytes: number('VmRSS') / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: number('Threads'),
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS,
  };
}

/** The process and all it started: `npm start` is a small family. */
export function family(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    childrenOf(`/proc/${pid}/task/${task}/children`),
  );
  return [pid, ...children.flatMap(family)];
}

function childrenOf(path: string): number[] {
  try {
    return readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // The thread ended between the list and the look.
    return [];
  }
}
