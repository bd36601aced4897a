import { readVp8Descriptor } from '../rtp/vp8/descriptor.ts';
import { createVp8Renumbering } from '../rtp/vp8/renumber.ts';
import type { MediaPacket, Publication, TrackSink } from '../uplink/publication.ts';
import { createRenumbering } from './renumbering.ts';

export interface ForwardedPacket {
  readonly payload: Uint8Array;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly arrivedAt: number;
}

export interface ForwarderOptions {
  readonly media: 'audio' | 'video';
  /** False when it could not be sent: there is no connection. */
  readonly emit: (packet: ForwardedPacket) => boolean;
  readonly onSourceEnded?: () => void;
  /** See `TrackSink`. @default false */
  readonly observes?: boolean;
}

/** One continuous stream to one receiver, whose source and layer may change. */
export interface Forwarder {
  readonly source: Publication | null;
  setSource(source: Publication | null, now: number): void;
  /** Highest simulcast layer to forward; 0 is the smallest. */
  setMaxLayer(layer: number): void;
  /** The receiver cannot decode what it received. */
  requestKeyFrame(now: number): void;
}

const MAX_LAYER = 2;
/** Key frames cost bitrate for all receivers, so one receiver may not request them more often. */
const KEY_FRAME_REQUEST_INTERVAL = 1_000;

export function createForwarder(options: ForwarderOptions): Forwarder {
  return options.media === 'audio' ? createAudioForwarder(options) : createVideoForwarder(options);
}

function createAudioForwarder({
  emit,
  onSourceEnded,
  observes = false,
}: ForwarderOptions): Forwarder {
  const numbers = createRenumbering(48_000, 960);
  let source: Publication | null = null;
  let state: 'changed' | 'interrupted' | 'flowing' = 'changed';

  const sink: TrackSink = {
    observes,
    handle(packet) {
      if (state === 'changed') numbers.rebase(packet);
      else if (state === 'interrupted') numbers.resume(packet);
      const mapped = numbers.map(packet);
      if (mapped === null) return;
      const marker = packet.marker || state !== 'flowing';
      const { payload, arrivedAt } = packet;
      if (emit({ payload, arrivedAt, ...mapped, marker })) {
        numbers.noteSent(packet, mapped);
        state = 'flowing';
      } else if (state === 'flowing') state = 'interrupted';
    },
    end: () => onSourceEnded?.(),
  };

  return {
    get source() {
      return source;
    },
    setSource(next) {
      if (next === source) return;
      source?.removeSink(sink);
      source = next;
      state = 'changed';
      next?.addSink(sink);
    },
    setMaxLayer: () => undefined,
    requestKeyFrame: () => undefined,
  };
}

function createVideoForwarder({ emit, onSourceEnded }: ForwarderOptions): Forwarder {
  const numbers = createRenumbering(90_000, 1);
  const pictures = createVp8Renumbering();
  let source: Publication | null = null;
  let maxLayer = MAX_LAYER;
  /** The layer being forwarded; null until a key frame of one arrives. */
  let current: number | null = null;
  let requestedAt = Number.NEGATIVE_INFINITY;

  /** True when the packet is of the forwarded layer, or starts it with a key frame. */
  const follow = (from: Publication, packet: MediaPacket, layer: number): boolean => {
    const wanted = from.chooseLayer(maxLayer, packet.arrivedAt);
    if (wanted === current) return layer === current;
    if (layer === wanted) {
      const descriptor = readVp8Descriptor(packet.payload);
      if (descriptor?.keyFrame === true) {
        current = layer;
        numbers.rebase(packet);
        pictures.rebase(packet.payload, descriptor);
        return true;
      }
    }
    if (wanted !== null) from.requestKeyFrame(wanted, packet.arrivedAt);
    return layer === current;
  };

  const sink: TrackSink = {
    get waiting() {
      return current === null;
    },
    handle(packet, layer) {
      if (source === null || !follow(source, packet, layer)) return;
      const mapped = numbers.map(packet);
      if (mapped === null) return;
      const descriptor = readVp8Descriptor(packet.payload);
      const payload =
        descriptor === null ? packet.payload : pictures.apply(packet.payload, descriptor);
      const { marker, arrivedAt } = packet;
      if (emit({ payload, marker, arrivedAt, ...mapped })) numbers.noteSent(packet, mapped);
      else current = null;
    },
    end() {
      current = null;
      onSourceEnded?.();
    },
  };

  return {
    get source() {
      return source;
    },
    setSource(next, now) {
      if (next === source) return;
      source?.removeSink(sink);
      source = next;
      current = null;
      if (next === null) return;
      next.addSink(sink);
      next.requestKeyFrame(next.chooseLayer(maxLayer, now) ?? 0, now);
    },
    setMaxLayer(layer) {
      maxLayer = layer;
    },
    requestKeyFrame(now) {
      if (current === null || now - requestedAt < KEY_FRAME_REQUEST_INTERVAL) return;
      requestedAt = now;
      source?.requestKeyFrame(current, now);
    },
  };
}
