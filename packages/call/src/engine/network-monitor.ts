import { type Clock, repeat } from '../clock.ts';
import {
  judgeNetwork,
  measureNetwork,
  type NetworkStats,
  type NetworkTotals,
  UNKNOWN_NETWORK,
} from './network-quality.ts';

const INTERVAL = 2_000;

/** Looks at the connection every two seconds; says when its state changed. */
export class NetworkMonitor {
  readonly #getStats: () => Promise<RTCStatsReport | null>;
  readonly #onChange: (stats: NetworkStats) => void;
  readonly #stop: () => void;
  #totals: NetworkTotals | null = null;
  #latest: NetworkStats = UNKNOWN_NETWORK;

  constructor(
    clock: Clock,
    getStats: () => Promise<RTCStatsReport | null>,
    onChange: (stats: NetworkStats) => void,
  ) {
    this.#getStats = getStats;
    this.#onChange = onChange;
    this.#stop = repeat(clock, INTERVAL, () => void this.#measure());
  }

  get latest(): NetworkStats {
    return this.#latest;
  }

  stop(): void {
    this.#stop();
  }

  async #measure(): Promise<void> {
    // A connection being replaced has no figures; the next round has.
    const report = await this.#getStats().catch(() => null);
    if (report === null) return;
    const { sample, totals } = measureNetwork(report.values(), this.#totals);
    this.#totals = totals;
    const before = this.#latest.networkState;
    this.#latest = judgeNetwork(sample);
    if (this.#latest.networkState !== before) this.#onChange(this.#latest);
  }
}
