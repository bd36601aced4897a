type Fields = Readonly<Record<string, unknown>>;

export const MEDIA = ['audio', 'video'] as const;
type Media = (typeof MEDIA)[number];

/** Running totals of one direction of one kind; what a browser does not report counts as 0. */
export interface StreamTotals {
  readonly bytes: number;
  readonly packets: number;
  readonly lost: number;
  /** Seconds; the worst of the streams now. */
  readonly jitter: number | null;
}

/** One sample of a connection. */
export interface ConnectionTotals {
  /** On the caller's clock, ms. */
  readonly at: number;
  readonly received: Readonly<Record<Media, StreamTotals>>;
  /** Lost and jitter as the other end reports them. */
  readonly sent: Readonly<Record<Media, StreamTotals>>;
  /** Seconds. */
  readonly roundTripTime: number | null;
  /** Bits per second. */
  readonly availableOutgoingBitrate: number | null;
  readonly sendsVideo: boolean;
}

export const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Sums up a `getStats` report. */
export function readConnection(reports: Iterable<Fields>, at: number): ConnectionTotals {
  const all = [...reports];
  const of = (type: string, kind?: Media) =>
    all.filter((one) => one.type === type && (kind === undefined || one.kind === kind));
  const streams = (kind: Media) => ({
    received: sum(of('inbound-rtp', kind), of('inbound-rtp', kind), 'Received'),
    sent: sum(of('outbound-rtp', kind), of('remote-inbound-rtp', kind), 'Sent'),
  });
  const audio = streams('audio');
  const video = streams('video');
  const pair = pairInUse(all);
  const reported = of('remote-inbound-rtp').map((one) => numberOf(one.roundTripTime));
  return {
    at,
    received: { audio: audio.received, video: video.received },
    sent: { audio: audio.sent, video: video.sent },
    roundTripTime: numberOf(pair?.currentRoundTripTime) ?? worst(reported),
    availableOutgoingBitrate: numberOf(pair?.availableOutgoingBitrate),
    sendsVideo: of('outbound-rtp', 'video').some((one) => (numberOf(one.framesPerSecond) ?? 0) > 0),
  };
}

function sum(
  streams: readonly Fields[],
  losses: readonly Fields[],
  direction: 'Received' | 'Sent',
): StreamTotals {
  const total = (of: readonly Fields[], name: string) =>
    of.reduce((so, one) => so + (numberOf(one[name]) ?? 0), 0);
  return {
    bytes: total(streams, `bytes${direction}`),
    packets: total(streams, `packets${direction}`),
    lost: total(losses, 'packetsLost'),
    jitter: worst(losses.map((one) => numberOf(one.jitter))),
  };
}

function pairInUse(all: readonly Fields[]): Fields | undefined {
  const chosen = all.find((one) => one.type === 'transport' && one.selectedCandidatePairId);
  const pairs = all.filter((one) => one.type === 'candidate-pair');
  return (
    pairs.find((one) => one.id !== undefined && one.id === chosen?.selectedCandidatePairId) ??
    pairs.find((one) => one.nominated === true)
  );
}

function worst(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
