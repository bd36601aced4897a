import { type Clock, repeat } from '../../core/clock.ts';
import { CpuEstimator } from './cpu-estimator.ts';
import { type CpuLoadStats, UNKNOWN_CPU_LOAD } from './cpu-load.ts';
import { NetworkClassifier } from './network-classifier.ts';
import { type NetworkStats, sampleNetwork, UNKNOWN_NETWORK } from './network-quality.ts';
import { type ConnectionTotals, readConnection } from './stats-reader.ts';

const INTERVAL = 2_000;

export interface NetworkMonitorOptions {
  readonly clock: Clock;
  getStats(): Promise<RTCStatsReport | null>;
  /** Called when the network state changes. */
  onNetwork(stats: NetworkStats): void;
  onCpuLoad(stats: CpuLoadStats): void;
}

/** Samples the connection every two seconds; calls back when the state of the network or the CPU changes. */
export class NetworkMonitor {
  readonly #options: NetworkMonitorOptions;
  readonly #networkClassifier = new NetworkClassifier();
  readonly #cpuEstimator = new CpuEstimator(INTERVAL);
  readonly #stopMeasuring: () => void;
  #totals: ConnectionTotals | null = null;
  #network: NetworkStats = UNKNOWN_NETWORK;
  #cpuLoad: CpuLoadStats = UNKNOWN_CPU_LOAD;
  #stopped = false;

  constructor(options: NetworkMonitorOptions) {
    this.#options = options;
    this.#stopMeasuring = repeat(options.clock, INTERVAL, () => void this.#measure());
  }

  get network(): NetworkStats {
    return this.#network;
  }

  get cpuLoad(): CpuLoadStats {
    return this.#cpuLoad;
  }

  stop(): void {
    this.#stopped = true;
    this.#stopMeasuring();
  }

  async #measure(): Promise<void> {
    const { clock, getStats, onNetwork, onCpuLoad } = this.#options;
    const at = clock.now();
    // A connection that is being replaced has no stats; the next round has.
    const report = await getStats().catch(() => null);
    if (report === null || this.#stopped) return;
    const reports = [...report.values()];
    const before = { network: this.#network, cpuLoad: this.#cpuLoad };
    const totals = readConnection(reports, at);
    const sample = sampleNetwork(this.#totals, totals, Date.now());
    this.#totals = totals;
    this.#network = this.#networkClassifier.add(sample, totals.sendsVideo);
    this.#cpuLoad = this.#cpuEstimator.add(reports, at, sample.timestamp);
    if (this.#network.networkState !== before.network.networkState) onNetwork(this.#network);
    if (this.#cpuLoad.cpuLoadState !== before.cpuLoad.cpuLoadState) onCpuLoad(this.#cpuLoad);
  }
}
