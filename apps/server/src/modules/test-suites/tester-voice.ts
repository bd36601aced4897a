import { createResampler, type Voice } from '@kindling/conversation';
import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';

/** Those that the local transcriber understands best; another than the assistant's is taken. */
const VOICES = ['awb', 'rms'] as const;
/** A little slower than the voices' own pace: names are understood better. */
const SPEED = 0.8;

/** One line of the tester as the assistant's microphone hears it. */
export async function speakLine(
  voice: Voice,
  text: string,
  options: { readonly assistantVoiceId: string | undefined; readonly signal: AbortSignal },
): Promise<Int16Array> {
  const voiceId = VOICES.find((id) => id !== options.assistantVoiceId) ?? VOICES[0];
  const resampler = createResampler(voice.sampleRate, CONVERSATION_SAMPLE_RATE);
  const chunks: Int16Array[] = [];
  for await (const pcm of voice.synthesize({ text, voiceId, speed: SPEED, signal: options.signal }))
    chunks.push(resampler.process(pcm));
  chunks.push(resampler.flush());
  const sound = new Int16Array(chunks.reduce((total, { length }) => total + length, 0));
  let written = 0;
  for (const chunk of chunks) {
    sound.set(chunk, written);
    written += chunk.length;
  }
  return sound;
}
