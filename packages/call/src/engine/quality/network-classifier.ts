import type {
  NetworkMetrics,
  NetworkSample,
  NetworkState,
  NetworkStateReason,
  NetworkStats,
} from './network-quality.ts';

/** Opus conceals a few lost packets; at `warning` the loss is audible, at `bad` words are lost. */
const LIMITS: Readonly<Record<'sendPacketLoss' | 'recvPacketLoss' | 'roundTripTime', Limits>> = {
  sendPacketLoss: { warning: 0.05, bad: 0.2 },
  recvPacketLoss: { warning: 0.05, bad: 0.2 },
  roundTripTime: { warning: 0.4, bad: 1 },
};
/** Below these a camera is a slide show; audio needs a tenth. Bits per second. */
const VIDEO_BITRATE: Limits = { warning: 200_000, bad: 80_000 };
const VOICE_BITRATE: Limits = { warning: 24_000, bad: 12_000 };

interface Limits {
  readonly warning: number;
  readonly bad: number;
}

/** Hysteresis: a value is good again only this far within its limit. */
const MARGIN = 0.8;
/** How many samples in a row must agree before the state changes; worse is believed sooner. */
const WORSE_AFTER = 2;
const BETTER_AFTER = 3;

const RANK = { unknown: -1, good: 0, warning: 1, bad: 2 } as const satisfies Record<
  NetworkState,
  number
>;
const OLDER = {
  unknown: { threshold: 'good', quality: 100 },
  good: { threshold: 'good', quality: 100 },
  warning: { threshold: 'low', quality: 60 },
  bad: { threshold: 'very-low', quality: 20 },
} as const;

/** Classifies a connection by its samples, with hysteresis. */
export class NetworkClassifier {
  #state: NetworkState = 'unknown';
  #reasons: NetworkStateReason[] = [];
  #differing = 0;
  #metrics: NetworkMetrics | null = null;
  #roundTrips = { count: 0, sum: 0 };

  add(sample: NetworkSample, sendsVideo: boolean): NetworkStats {
    this.#metrics = this.#accumulate(sample);
    const { state, reasons } = this.#classify(sample, sendsVideo);
    if (state === this.#state || this.#state === 'unknown') {
      this.#differing = 0;
      this.#state = state;
      this.#reasons = reasons;
    } else {
      this.#differing += 1;
      const needed = RANK[state] > RANK[this.#state] ? WORSE_AFTER : BETTER_AFTER;
      if (this.#differing >= needed) {
        this.#differing = 0;
        this.#state = state;
        this.#reasons = reasons;
      }
    }
    return {
      networkState: this.#state,
      networkStateReasons: this.#reasons,
      stats: this.#metrics,
      ...OLDER[this.#state],
    };
  }

  #classify(sample: NetworkSample, sendsVideo: boolean) {
    const bitrate = sendsVideo ? VIDEO_BITRATE : VOICE_BITRATE;
    const available = sample.availableOutgoingBitrate;
    const excess = (value: number | null, limits: Limits) => {
      if (value === null) return 0;
      const margin = (rank: number) => (RANK[this.#state] >= rank ? MARGIN : 1);
      if (value >= limits.bad * margin(RANK.bad)) return 2;
      return value >= limits.warning * margin(RANK.warning) ? 1 : 0;
    };
    const ranks: [NetworkStateReason, number][] = [
      ['sendPacketLoss', excess(sample.totalSendPacketLoss, LIMITS.sendPacketLoss)],
      ['recvPacketLoss', excess(sample.totalRecvPacketLoss, LIMITS.recvPacketLoss)],
      ['roundTripTime', excess(sample.networkRoundTripTime, LIMITS.roundTripTime)],
      // Too low rather than too high is bad: compared as reciprocals.
      [
        'availableOutgoingBitrate',
        excess(available === null || available <= 0 ? null : 1 / available, {
          warning: 1 / bitrate.warning,
          bad: 1 / bitrate.bad,
        }),
      ],
    ];
    const rank = Math.max(...ranks.map(([, one]) => one));
    const state: NetworkState = rank === 2 ? 'bad' : rank === 1 ? 'warning' : 'good';
    return { state, reasons: ranks.filter(([, one]) => one > 0).map(([reason]) => reason) };
  }

  #accumulate(sample: NetworkSample): NetworkMetrics {
    const before = this.#metrics;
    const worst = (then: number | undefined, now: number | null) => Math.max(then ?? 0, now ?? 0);
    if (sample.networkRoundTripTime !== null) {
      this.#roundTrips.count += 1;
      this.#roundTrips.sum += sample.networkRoundTripTime;
    }
    const { count, sum } = this.#roundTrips;
    return {
      latest: sample,
      worstVideoRecvPacketLoss: worst(before?.worstVideoRecvPacketLoss, sample.videoRecvPacketLoss),
      worstVideoSendPacketLoss: worst(before?.worstVideoSendPacketLoss, sample.videoSendPacketLoss),
      worstAudioRecvPacketLoss: worst(before?.worstAudioRecvPacketLoss, sample.audioRecvPacketLoss),
      worstAudioSendPacketLoss: worst(before?.worstAudioSendPacketLoss, sample.audioSendPacketLoss),
      worstVideoRecvJitter: worst(before?.worstVideoRecvJitter, sample.videoRecvJitter),
      worstVideoSendJitter: worst(before?.worstVideoSendJitter, sample.videoSendJitter),
      worstAudioRecvJitter: worst(before?.worstAudioRecvJitter, sample.audioRecvJitter),
      worstAudioSendJitter: worst(before?.worstAudioSendJitter, sample.audioSendJitter),
      averageNetworkRoundTripTime: count === 0 ? 0 : sum / count,
    };
  }
}
