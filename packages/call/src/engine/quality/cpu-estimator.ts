import type { CpuLoadStats } from './cpu-load.ts';
import { numberOf } from './stats-reader.ts';

type Fields = Readonly<Record<string, unknown>>;
type Latest = CpuLoadStats['stats']['latest'];
type Inbound = Latest['cpuInboundVideoStats'][number];
type Reason = CpuLoadStats['cpuLoadStateReason'];

/** Percent of the time a frame may take; beyond it frames are late. */
const HIGH = 80;
/** How much later than scheduled the page's timers may run. */
const LATE = 1.5;
/** Samples in a row that must agree. */
const AGREEING = 2;

/** Reads encoding and decoding times from `getStats`: what happened since the last sample. */
export class CpuEstimator {
  readonly #interval: number;
  #before = new Map<string, Fields>();
  #lastSampleAt: number | null = null;
  #state: CpuLoadStats['cpuLoadState'] = 'low';
  #reason: Reason = 'none';
  #differing = 0;

  /** `interval`: between two samples, ms. */
  constructor(interval: number) {
    this.#interval = interval;
  }

  /** `at`: on the clock that schedules the samples, ms; `timestamp`: epoch. */
  add(reports: Iterable<Fields>, at: number, timestamp: number): CpuLoadStats {
    const videos = [...reports].filter((one) => one.kind === 'video');
    const sent = videos.filter((one) => one.type === 'outbound-rtp');
    const received = videos.filter((one) => one.type === 'inbound-rtp');
    const scheduleDuration = this.#lastSampleAt === null ? this.#interval : at - this.#lastSampleAt;
    const latest = {
      timestamp,
      scheduleDuration,
      targetScheduleDuration: this.#interval,
      ...this.#encoding(sent),
      ...this.#decoding(received),
    };
    const limited = sent.some((one) => one.qualityLimitationReason === 'cpu');
    this.#lastSampleAt = at;
    this.#before = new Map(videos.map((one) => [String(one.id), one]));
    this.#decide(reasonOf(latest, limited));
    return {
      cpuLoadState: this.#state,
      cpuLoadStateReason: this.#reason,
      stats: { latest },
    };
  }

  #decide(reason: Reason): void {
    const state = reason === 'none' ? 'low' : 'high';
    this.#differing = state === this.#state ? 0 : this.#differing + 1;
    if (this.#differing > 0 && this.#differing < AGREEING) return;
    this.#differing = 0;
    this.#state = state;
    this.#reason = reason;
  }

  #encoding(sent: readonly Fields[]) {
    const layers = sent.map((one) => {
      const seconds = this.#perFrame(one, 'totalEncodeTime', 'framesEncoded');
      return { seconds, rate: numberOf(one.framesPerSecond) ?? 0 };
    });
    return {
      frameEncodeTimeSec: layers.reduce((sum, { seconds }) => sum + seconds, 0),
      targetEncodeFrameRate: Math.max(0, ...layers.map(({ rate }) => rate)),
      cpuUsageBasedOnTargetEncode: percent(layers),
    };
  }

  #decoding(received: readonly Fields[]) {
    const cpuInboundVideoStats = received.map((one) => this.#inbound(one));
    const count = Math.max(1, cpuInboundVideoStats.length);
    const average = (pick: (one: Inbound) => number) =>
      cpuInboundVideoStats.reduce((sum, one) => sum + pick(one), 0) / count;
    return {
      cpuInboundVideoStats,
      totalReceivedVideoTracks: cpuInboundVideoStats.length,
      targetDecodeFrameRate: Math.max(0, ...cpuInboundVideoStats.map((one) => one.fps)),
      avgFrameDecodeTimeSec: average((one) => one.frameDecodeTimeSec),
      avgInterFrameDelayStandardDeviation: average((one) => one.interFrameDelayStandardDeviation),
      cpuUsageBasedOnGlobalDecode: cpuInboundVideoStats.reduce(
        (sum, one) => sum + one.cpuUsageBasedOnTargetDecode,
        0,
      ),
    };
  }

  #inbound(report: Fields): Inbound {
    const frames = this.#grown(report, 'framesDecoded');
    const delay = this.#grown(report, 'totalInterFrameDelay');
    const squares = this.#grown(report, 'totalSquaredInterFrameDelay');
    const fps = numberOf(report.framesPerSecond) ?? 0;
    const seconds = this.#perFrame(report, 'totalDecodeTime', 'framesDecoded');
    const variance = frames === 0 ? 0 : (squares - delay ** 2 / frames) / frames;
    return {
      trackId: String(report.trackIdentifier ?? ''),
      ssrc: numberOf(report.ssrc) ?? 0,
      frameWidth: numberOf(report.frameWidth) ?? 0,
      frameHeight: numberOf(report.frameHeight) ?? 0,
      fps,
      frameDecodeTimeSec: seconds,
      interFrameDelayStandardDeviation: Math.sqrt(Math.max(0, variance)),
      cpuUsageBasedOnTargetDecode: percent([{ seconds, rate: fps }]),
    };
  }

  #perFrame(report: Fields, time: string, frames: string): number {
    const count = this.#grown(report, frames);
    return count === 0 ? 0 : this.#grown(report, time) / count;
  }

  #grown(report: Fields, name: string): number {
    const before = numberOf(this.#before.get(String(report.id))?.[name]) ?? 0;
    return Math.max(0, (numberOf(report[name]) ?? 0) - before);
  }
}

function percent(streams: readonly { readonly seconds: number; readonly rate: number }[]): number {
  return streams.reduce((sum, { seconds, rate }) => sum + seconds * rate * 100, 0);
}

function reasonOf(latest: Latest, limited: boolean): Reason {
  if (limited || latest.cpuUsageBasedOnTargetEncode >= HIGH) return 'encode';
  if (latest.cpuUsageBasedOnGlobalDecode >= HIGH) return 'decode';
  return latest.scheduleDuration >= latest.targetScheduleDuration * LATE
    ? 'scheduleDuration'
    : 'none';
}
