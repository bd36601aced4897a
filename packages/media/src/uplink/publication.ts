/** One packet of a track on its way through; `arrivedAt` on the engine's clock. */
export interface MediaPacket {
  readonly payload: Uint8Array;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly arrivedAt: number;
}

export interface TrackSink {
  /** True while it needs a key frame. */
  readonly waiting?: boolean;
  handle(packet: MediaPacket, layer: number): void;
  /** Nothing follows: the track is gone, or off. */
  end?(): void;
}

/** Why a track is off though its sender did not say so. */
export type OffReason = 'remote-request' | 'permission';

/** A track that somebody sends, and those it goes to. */
export interface Publication {
  readonly name: string;
  readonly media: 'audio' | 'video';
  /** As its sender says. */
  readonly on: boolean;
  readonly offReason: OffReason | null;
  /** True when it is passed on. */
  readonly flowing: boolean;
  readonly sinkCount: number;
  /** Sender's word; turning it on again answers a request to be off. True when something changed. */
  setOn(on: boolean): boolean;
  setOffReason(reason: OffReason | null): boolean;
  deliver(packet: MediaPacket, layer: number): void;
  /** What came before, for those who began to listen in the middle. */
  replay(packets: readonly MediaPacket[]): void;
  addSink(sink: TrackSink): void;
  removeSink(sink: TrackSink): void;
  /** The best encoding that comes, of those up to `most`; null before anything came. */
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

/** An encoding that was silent for so long is not sent any more. */
const LAYER_TIMEOUT = 1_500;
const KEY_FRAME_INTERVAL = 400;

export function createPublication(options: PublicationOptions): Publication {
  const { onFault } = options;
  const sinks = new Set<TrackSink>();
  const heardAt: number[] = [];
  const askedAt: number[] = [];
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
      // Probes of the sender are empty, and go on for an encoding that is not sent any more.
      if (packet.payload.length > 0) heardAt[layer] = packet.arrivedAt;
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
      for (let layer = heardAt.length - 1; layer >= 0; layer--) {
        const at = heardAt[layer];
        if (at === undefined || now - at > LAYER_TIMEOUT) continue;
        if (layer <= maxLayer) return layer;
        lowest = layer;
      }
      return lowest;
    },
    requestKeyFrame(layer, now) {
      if (options.media !== 'video') return;
      if (now - (askedAt[layer] ?? Number.NEGATIVE_INFINITY) < KEY_FRAME_INTERVAL) return;
      askedAt[layer] = now;
      options.onKeyFrameWanted?.(layer);
    },
    end() {
      for (const sink of [...sinks]) guard(() => sink.end?.());
      sinks.clear();
    },
  };
}
