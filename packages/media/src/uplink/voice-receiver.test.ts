import { expect, test } from 'vitest';
import { createSpeechDecoder, createSpeechEncoder } from '../audio/opus-codec.ts';
import type { RtpPacket } from '../rtp/packet.ts';
import { createTone, measureTone } from '../testing/tone.ts';
import { createVoiceReceiver } from '../uplink/voice-receiver.ts';

const TONE = 440;

async function encodeTone(frames: number): Promise<RtpPacket[]> {
  const encoder = await createSpeechEncoder(16_000);
  const tone = createTone(TONE, 16_000, frames * 320);
  const packets = Array.from({ length: frames }, (_, index) => ({
    payloadType: 111,
    marker: index === 0,
    sequence: 65_530 + index,
    timestamp: index * 960,
    ssrc: 7,
    payload: encoder.encode(tone.subarray(index * 320, (index + 1) * 320)),
  }));
  encoder.free();
  return packets.map((packet) => ({ ...packet, sequence: packet.sequence & 0xffff }));
}

async function receive(packets: readonly RtpPacket[]) {
  const pcm: number[] = [];
  let concealed = 0;
  const receiver = createVoiceReceiver({
    decoder: await createSpeechDecoder(16_000),
    onAudio: (part) => void pcm.push(...part),
    onConcealed: (count) => {
      concealed += count;
    },
  });
  packets.forEach((packet, index) => {
    receiver.push(packet, index * 20);
  });
  receiver.flush(packets.length * 20 + 1_000);
  receiver.free();
  receiver.free();
  return { pcm: Int16Array.from(pcm), concealed };
}

test('a tone arrives as the tone that was sent, at 16 kHz', async () => {
  const { pcm, concealed } = await receive(await encodeTone(50));
  expect(pcm.length).toBe(50 * 320);
  expect(measureTone(pcm.subarray(3_200), 16_000).frequency).toBeCloseTo(TONE, -1);
  expect(concealed).toBe(0);
});

test('lost packets are concealed: same length, still the tone', async () => {
  const packets = await encodeTone(60);
  const { pcm, concealed } = await receive(packets.filter((_, index) => index % 7 !== 5));
  expect(pcm.length).toBe(60 * 320);
  expect(concealed).toBe(8);
  const { frequency, level } = measureTone(pcm.subarray(3_200), 16_000);
  expect(frequency).toBeCloseTo(TONE, -1);
  expect(level).toBeGreaterThan(3_000);
});

test('a pause of the sender is silence, not a loss', async () => {
  const packets = await encodeTone(20);
  const paused = packets.map((packet, index) =>
    index < 10 ? packet : { ...packet, timestamp: packet.timestamp + 9_600 },
  );
  const { pcm, concealed } = await receive(paused);
  expect(concealed).toBe(0);
  expect(pcm.length).toBe(20 * 320 + 3_200);
  expect(pcm.subarray(10 * 320, 10 * 320 + 3_200).every((sample) => sample === 0)).toBe(true);
});

test('a packet that is no Opus is concealed', async () => {
  const packets = await encodeTone(10);
  const broken = packets.map((packet, index) =>
    index === 5 ? { ...packet, payload: Uint8Array.of(0xff, 0xff, 0xff) } : packet,
  );
  const { pcm, concealed } = await receive(broken);
  expect(concealed).toBe(1);
  expect(pcm.length).toBe(10 * 320);
});

test('a listener may end the call at any frame', async () => {
  const packets = await encodeTone(12);
  let heard = 0;
  const receiver = createVoiceReceiver({
    decoder: await createSpeechDecoder(16_000),
    onAudio() {
      heard++;
      if (heard === 3) receiver.free();
    },
    onConcealed: () => undefined,
  });
  packets
    .filter((_, index) => index < 2 || index > 6)
    .forEach((packet, index) => {
      receiver.push(packet, index * 20);
    });
  expect(heard).toBe(3);
});

test('audio that comes faster than time passes is not heard for long', async () => {
  let heard = 0;
  const receiver = createVoiceReceiver({
    decoder: await createSpeechDecoder(16_000),
    onAudio: (pcm) => {
      heard += pcm.length;
    },
    onConcealed: () => undefined,
  });
  const [packet] = await encodeTone(1);
  for (let index = 0; packet !== undefined && index < 5_000; index++)
    receiver.push({ ...packet, sequence: index, timestamp: index * 960 }, index);
  receiver.free();
  expect(heard / 16_000).toBeLessThan(11);
});
