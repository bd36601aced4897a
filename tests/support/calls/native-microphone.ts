import { randomInt } from 'node:crypto';
import { createEncoder } from 'libopus-wasm';
import type { Track } from 'node-datachannel';
import { type Pcm, resample } from '../sound/wav.ts';

/** Of Opus, in what native callers offer. */
export const PAYLOAD_TYPE = 111;
const FRAME = 20;

/** A microphone without a browser: it sends without a pause, as a browser does. */
export interface NativeMicrophone {
  /** Talks in real time; resolves with the time of the last packet of speech. */
  talk(frames: readonly Uint8Array[]): Promise<number>;
  close(): void;
}

/** Opus frames of 20 ms. */
export async function encodeSpeech(pcm: Pcm): Promise<Uint8Array[]> {
  const { samples } = resample(pcm, 16_000);
  const encoder = await createEncoder({ sampleRate: 16_000, channels: 1, frameSize: 320 });
  const frames: Uint8Array[] = [];
  for (let start = 0; start < samples.length; start += 320) {
    const frame = new Int16Array(320);
    frame.set(samples.subarray(start, start + 320));
    frames.push(encoder.encode(frame).slice());
  }
  encoder.free();
  return frames;
}

const silentFrame = (await encodeSpeech({ sampleRate: 16_000, samples: new Int16Array(320) }))[0];

/** Sends a frame every 20 ms, silence when there is nothing to say, on the track that there is at the time. */
export function openMicrophone(track: () => Track | null, ssrc: () => number): NativeMicrophone {
  let sequence = randomInt(0, 65_536);
  let timestamp = randomInt(0, 2 ** 31);
  let queue: readonly Uint8Array[] = [];
  let spoken: ((time: number) => void) | undefined;
  const started = performance.now();
  let sent = 0;
  const sendDue = () => {
    while (started + sent * FRAME <= performance.now()) {
      sent += 1;
      const [frame = silentFrame, ...rest] = queue;
      if (frame !== undefined)
        sendIfOpen(track(), rtpPacket(frame, { sequence, timestamp, ssrc: ssrc() }));
      sequence = (sequence + 1) & 0xffff;
      timestamp = (timestamp + 960) >>> 0;
      if (queue.length > 0 && rest.length === 0) spoken?.(performance.now());
      queue = rest;
    }
  };
  const timer = setInterval(sendDue, 10);
  return {
    talk: (frames: readonly Uint8Array[]) =>
      new Promise<number>((resolve) => {
        queue = frames;
        spoken = resolve;
      }),
    close: () => clearInterval(timer),
  };
}

/** A track closes in another thread, perhaps between the check and the sending. */
function sendIfOpen(track: Track | null, packet: Buffer): void {
  try {
    if (track?.isOpen()) track.sendMessageBinary(packet);
  } catch (error) {
    if (track?.isOpen()) throw error;
  }
}

function rtpPacket(
  payload: Uint8Array,
  header: { sequence: number; timestamp: number; ssrc: number },
): Buffer {
  const packet = Buffer.alloc(12 + payload.length);
  packet[0] = 0x80;
  packet[1] = PAYLOAD_TYPE;
  packet.writeUInt16BE(header.sequence, 2);
  packet.writeUInt32BE(header.timestamp, 4);
  packet.writeUInt32BE(header.ssrc, 8);
  packet.set(payload, 12);
  return packet;
}
