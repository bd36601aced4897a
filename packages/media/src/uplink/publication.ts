/** One packet of a track; `arrivedAt` in ms on the engine's clock. */
export interface MediaPacket {
  readonly payload: Uint8Array;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly arrivedAt: number;
}

export interface TrackSink {
  /** True while the sink cannot continue without a key frame. */
  readonly waiting?: boolean;
  /** The server's own, not on the way to a participant. */
  readonly observes?: boolean;
  handle(packet: MediaPacket, layer: number): void;
  /** The track is gone or off; no packet follows. */
  end?(): void;
}

/** Why the server holds a track back although its sender has it on. */
export type OffReason = 'remote-request' | 'permission';

/** A track that a participant sends, and the sinks it is forwarded to. */
export interface Publication {
  readonly name: string;
  readonly media: 'audio' | 'video';
  /** Whether its sender has it on. */
  readonly on: boolean;
  readonly offReason: OffReason | null;
  /** True when packets are forwarded. */
  readonly flowing: boolean;
  readonly sinkCount: number;
  /** Whether one of the sinks observes for the server. */
  readonly isObserved: boolean;
  /** Set by the sender; switching on lifts a `remote-request`. True when something changed. */
  setOn(on: boolean): boolean;
  setOffReason(reason: OffReason | null): boolean;
  deliver(packet: MediaPacket, layer: number): void;
  /** Sends earlier packets again, to the sinks that wait for a key frame. */
  replay(packets: readonly MediaPacket[]): void;
  addSink(sink: TrackSink): void;
  removeSink(sink: TrackSink): void;
  /** The best layer being received, up to `maxLayer`; null before the first packet. */
  chooseLayer(maxLayer: number, now: number): number | null;
  requestKeyFrame(layer: number, now: number): void;
  end(): void;
}

export interface PublicationOptions {
  readonly name: string;
  readonly media: 'audio' | 'video';
  readonly on: boolean;
  readonly onKeyFrameWanted?: (layer: number) => void;
  readonly onFault: (stage: string, error: unknown) => void;
}

/** Silence after which an encoding counts as switched off by its sender, ms. */
const LAYER_TIMEOUT = 1_500;
const KEY_FRAME_INTERVAL = 400;

export function createPublication(options: PublicationOptions): Publication {
  const { onFault } = options;
  const sinks = new Set<TrackSink>();
  const lastPacketAt: number[] = [];
  const requestedAt: number[] = [];
  let on = options.on;
  let offReason: OffReason | null = null;

  const guard = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      onFault('forward', error);
    }
  };

  const isFlowing = () => on && offReason === null;

  const change = (apply: () => void): void => {
    const before = isFlowing();
    apply();
    if (before && !isFlowing()) for (const sink of [...sinks]) guard(() => sink.end?.());
  };

  return {
    name: options.name,
    media: options.media,
    get on() {
      return on;
    },
    get offReason() {
      return offReason;
    },
    get flowing() {
      return isFlowing();
    },
    get sinkCount() {
      return sinks.size;
    },
    get isObserved() {
      return [...sinks].some(({ observes }) => observes === true);
    },
    setOn(next) {
      if (next === on) return false;
      change(() => {
        on = next;
        if (next && offReason === 'remote-request') offReason = null;
      });
      return true;
    },
    setOffReason(reason) {
      if (reason === offReason) return false;
      change(() => {
        offReason = reason;
      });
      return true;
    },
    deliver(packet, layer) {
      // Bandwidth probes are empty and continue for encodings that are not sent any more.
      if (packet.payload.length > 0) lastPacketAt[layer] = packet.arrivedAt;
      if (!isFlowing()) return;
      for (const sink of sinks) {
        try {
          sink.handle(packet, layer);
        } catch (error) {
          onFault('forward', error);
        }
      }
    },
    replay(packets) {
      const waiting = isFlowing() ? [...sinks].filter((sink) => sink.waiting === true) : [];
      for (const sink of waiting)
        guard(() => {
          for (const packet of packets) sink.handle(packet, 0);
        });
    },
    addSink: (sink) => void sinks.add(sink),
    removeSink: (sink) => void sinks.delete(sink),
    chooseLayer(maxLayer, now) {
      let lowest: number | null = null;
      for (let layer = lastPacketAt.length - 1; layer >= 0; layer--) {
        const at = lastPacketAt[layer];
        if (at === undefined || now - at > LAYER_TIMEOUT) continue;
        if (layer <= maxLayer) return layer;
        lowest = layer;
      }
      return lowest;
    },
    requestKeyFrame(layer, now) {
      if (options.media !== 'video') return;
      if (now - (requestedAt[layer] ?? Number.NEGATIVE_INFINITY) < KEY_FRAME_INTERVAL) return;
      requestedAt[layer] = now;
      options.onKeyFrameWanted?.(layer);
    },
    end() {
      for (const sink of [...sinks]) guard(() => sink.end?.());
      sinks.clear();
    },
  };
}
