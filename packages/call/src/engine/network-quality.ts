export type NetworkState = 'good' | 'warning' | 'bad' | 'unknown';
export type NetworkStateReason = 'sendPacketLoss' | 'recvPacketLoss' | 'roundTripTime';

/** The network as the call feels it, over the last interval. */
export interface NetworkStats {
  readonly networkState: NetworkState;
  readonly networkStateReasons: readonly NetworkStateReason[];
  readonly stats: { readonly latest: NetworkSample } | Record<never, never>;
  /** Older name of `networkState`. */
  readonly threshold: 'good' | 'low' | 'very-low';
  /** 0 to 100. */
  readonly quality: number;
}

export interface NetworkSample {
  /** Epoch milliseconds. */
  readonly timestamp: number;
  /** Seconds. */
  readonly networkRoundTripTime: number | null;
  /** Fractions between 0 and 1. */
  readonly totalRecvPacketLoss: number | null;
  readonly totalSendPacketLoss: number | null;
  /** Seconds. */
  readonly audioRecvJitter: number | null;
}

/** Running totals of a connection. */
export interface NetworkTotals {
  readonly received: number;
  readonly lost: number;
}

export const UNKNOWN_NETWORK: NetworkStats = {
  networkState: 'unknown',
  networkStateReasons: [],
  stats: {},
  threshold: 'good',
  quality: 100,
};

/** Opus hides a few lost packets; from here on they are heard, and then words are. */
const LIMITS = {
  recvPacketLoss: { warning: 0.05, bad: 0.2 },
  sendPacketLoss: { warning: 0.05, bad: 0.2 },
  roundTripTime: { warning: 0.4, bad: 1 },
} as const;

type Fields = Readonly<Record<string, unknown>>;
const number = (value: unknown) => (typeof value === 'number' ? value : null);

/** Reads a `getStats` report; `before` are the totals of the previous one. */
export function measureNetwork(
  reports: Iterable<Fields>,
  before: NetworkTotals | null,
): { sample: NetworkSample; totals: NetworkTotals } {
  let received = 0;
  let lost = 0;
  let jitter: number | null = null;
  let sendLoss: number | null = null;
  let roundTrip: number | null = null;
  for (const report of reports) {
    if (report.type === 'inbound-rtp') {
      received += number(report.packetsReceived) ?? 0;
      lost += number(report.packetsLost) ?? 0;
      if (report.kind === 'audio') jitter = number(report.jitter);
    }
    if (report.type === 'remote-inbound-rtp') {
      sendLoss = number(report.fractionLost);
      roundTrip ??= number(report.roundTripTime);
    }
    if (report.type === 'candidate-pair' && report.nominated === true) {
      roundTrip = number(report.currentRoundTripTime) ?? roundTrip;
    }
  }
  const sample = {
    timestamp: Date.now(),
    networkRoundTripTime: roundTrip,
    totalRecvPacketLoss: before === null ? null : lossBetween(before, { received, lost }),
    totalSendPacketLoss: sendLoss,
    audioRecvJitter: jitter,
  };
  return { sample, totals: { received, lost } };
}

/** Sorts a sample into good, warning or bad, and says why. */
export function judgeNetwork(sample: NetworkSample): NetworkStats {
  const values = {
    recvPacketLoss: sample.totalRecvPacketLoss ?? 0,
    sendPacketLoss: sample.totalSendPacketLoss ?? 0,
    roundTripTime: sample.networkRoundTripTime ?? 0,
  };
  const reasons = ['sendPacketLoss', 'recvPacketLoss', 'roundTripTime'] as const;
  const beyond = (level: 'warning' | 'bad') =>
    reasons.filter((reason) => values[reason] >= LIMITS[reason][level]);
  const warnings = beyond('warning');
  const bad = beyond('bad').length > 0;
  return {
    networkState: bad ? 'bad' : warnings.length > 0 ? 'warning' : 'good',
    networkStateReasons: warnings,
    stats: { latest: sample },
    threshold: bad ? 'very-low' : warnings.length > 0 ? 'low' : 'good',
    quality: bad ? 20 : warnings.length > 0 ? 60 : 100,
  };
}

function lossBetween(before: NetworkTotals, now: NetworkTotals): number {
  const lost = Math.max(0, now.lost - before.lost);
  const received = Math.max(0, now.received - before.received);
  return lost + received === 0 ? 0 : lost / (lost + received);
}
