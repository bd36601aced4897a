import type { CpuLoadStats } from '../engine/quality/cpu-load.ts';
import type { NetworkStats } from '../engine/quality/network-quality.ts';

const nothing: unknown = { cpuLoadState: undefined, cpuLoadStateReason: undefined, stats: {} };

/** Before join; the published library, whose type this is, returns no more then. */
export const NO_CPU_LOAD = nothing as CpuLoadStats;

/** Before join. */
export const NO_NETWORK: NetworkStats = {
  networkState: 'unknown',
  networkStateReasons: [],
  stats: {},
  threshold: 'good',
  quality: 100,
};
