import type { TrackPacket } from '@kindling/media';
import { createPacketOrder } from './packet-order.ts';

export interface Vp8Frame {
  readonly data: Uint8Array;
  readonly key: boolean;
  /** RTP, 90 kHz. */
  readonly timestamp: number;
  /** Of its last packet. */
  readonly arrivedAt: number;
}

export interface Vp8Frames {
  /** `now`: ms, when it arrived. */
  push(packet: TrackPacket, now: number): void;
  drain(): void;
}

export interface Vp8FramesOptions {
  /** Whole frames in order, beginning with a key frame; after a loss, from the next key frame on. */
  readonly onFrame: (frame: Vp8Frame) => void;
  /** A packet is missing: what follows cannot be decoded until a key frame comes. */
  readonly onBroken: () => void;
}

export const VIDEO_RTP_RATE = 90_000;
/** Ms for a packet that is sent again. */
const TIMEOUT = 300;
/** Packets of one frame, some 4 MB: a sender that marks no end must not fill the memory. */
const MAX_PARTS = 4_000;

/** Puts VP8 frames together from RTP payloads (RFC 7741). */
export function createVp8Frames({ onFrame, onBroken }: Vp8FramesOptions): Vp8Frames {
  let parts: Uint8Array[] = [];
  let broken = true;
  const order = createPacketOrder({
    patience: TIMEOUT,
    onPacket(packet, arrivedAt, lost) {
      if (lost > 0) giveUp();
      const payload = readPayload(packet.payload);
      if (payload === null) return;
      if (payload.start) parts = [payload.data];
      else if (parts.length >= MAX_PARTS) giveUp();
      else if (parts.length > 0) parts.push(payload.data);
      if (packet.marker && parts.length > 0) finish(packet.timestamp, arrivedAt);
    },
  });

  function giveUp(): void {
    parts = [];
    if (!broken) onBroken();
    broken = true;
  }

  function finish(timestamp: number, arrivedAt: number): void {
    const data = Buffer.concat(parts);
    parts = [];
    const key = isKeyFrame(data);
    if (key) broken = false;
    if (!broken) onFrame({ data, key, timestamp, arrivedAt });
  }

  return { push: order.push, drain: order.drain };
}

/** The part of a frame after the payload descriptor; null when there is none. */
function readPayload(payload: Uint8Array): { data: Uint8Array; start: boolean } | null {
  const first = payload[0];
  if (first === undefined) return null;
  let length = 1;
  if ((first & 0x80) !== 0) {
    const flags = payload[1] ?? 0;
    length += 1;
    if ((flags & 0x80) !== 0) length += ((payload[length] ?? 0) & 0x80) === 0 ? 1 : 2;
    if ((flags & 0x40) !== 0) length += 1;
    if ((flags & 0x30) !== 0) length += 1;
  }
  if (length >= payload.length) return null;
  const start = (first & 0x10) !== 0 && (first & 0x07) === 0;
  return { data: payload.subarray(length), start };
}

function isKeyFrame(data: Uint8Array): boolean {
  return data.length >= 10 && ((data[0] ?? 1) & 1) === 0;
}

/** Width and height of a key frame. */
export function vp8Size(key: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
}
