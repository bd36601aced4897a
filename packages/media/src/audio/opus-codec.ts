import {
  Application,
  createDecoder,
  createEncoder,
  loadLibopus,
  type OpusDecoderHandle,
  type OpusEncoderHandle,
  Signal,
} from 'libopus-wasm';
import type { OpusSampleRate } from './sample-rates.ts';
import { FRAME_DURATION } from './talkspurt.ts';

export type OpusDecoder = OpusDecoderHandle;
export type OpusEncoder = OpusEncoderHandle;

/** RTP clock rate of Opus, whatever the sample rate (RFC 7587). */
export const OPUS_RTP_RATE = 48_000;

/** Half the CPU time of complexity 10, and speech sounds the same. */
const COMPLEXITY = 5;
const SPEECH_BITRATE = 32_000;
/** Enough for the encoder to include FEC for the last frame where speech needs it. */
const EXPECTED_LOSS_PERCENT = 5;

/** Compiles the codec ahead of the first call. */
export async function loadOpus(): Promise<void> {
  await loadLibopus();
}

/** A mono encoder for 20 ms frames of speech. */
export function createSpeechEncoder(sampleRate: OpusSampleRate): Promise<OpusEncoder> {
  return createEncoder({
    sampleRate,
    channels: 1,
    application: Application.Voip,
    signal: Signal.Voice,
    bitrate: SPEECH_BITRATE,
    complexity: COMPLEXITY,
    fec: true,
    packetLossPercent: EXPECTED_LOSS_PERCENT,
    vbr: true,
    frameSize: (sampleRate * FRAME_DURATION) / 1_000,
  });
}

/** A decoder to mono at `sampleRate`, whatever the sender encoded. */
export function createSpeechDecoder(sampleRate: OpusSampleRate): Promise<OpusDecoder> {
  return createDecoder({ sampleRate, channels: 1 });
}
