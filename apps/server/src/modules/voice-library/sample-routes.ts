import { Hono } from 'hono';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppEnv } from '../../platform/requests/app-env.ts';
import type { SpeechEngines } from '../assistants/runtime/engines.ts';
import { findLocalVoice, type InstalledVoices } from './local-voices.ts';
import { toWave } from './wave.ts';

const SENTENCE = 'Hello! This is how I sound. What would you like to know?';

/** What local voices sound like. Without a key, so that an audio element can play them. */
export function voiceSampleRoutes(
  speech: () => SpeechEngines | null,
  installed: InstalledVoices,
): Hono<AppEnv> {
  const samples = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  const sampleOf = (voiceId: string) => {
    const known = samples.get(voiceId);
    if (known !== undefined) return known;
    const made = speak(speech(), voiceId);
    samples.set(voiceId, made);
    made.catch(() => samples.delete(voiceId));
    return made;
  };

  return new Hono<AppEnv>().get('/voice-library/kindling/samples/:file', async (c) => {
    const voiceId = /^([\w-]+)\.wav$/.exec(c.req.param('file'))?.[1] ?? '';
    const voice = findLocalVoice(voiceId, installed);
    if (voice === null)
      throw new ApiError('not_found', 'There is no voice of this name on this machine.');
    return c.body(await sampleOf(voice.providerId), 200, {
      'Content-Type': 'audio/wav',
      'Cache-Control': 'public, max-age=86400',
    });
  });
}

async function speak(
  engines: SpeechEngines | null,
  voiceId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (engines === null)
    throw new ApiError('not_ready', 'The voices are still being loaded. Try again in a moment.', {
      headers: { 'Retry-After': '2' },
    });
  const chunks: Int16Array[] = [];
  for await (const chunk of engines.voice.synthesize({ text: SENTENCE, voiceId }))
    chunks.push(chunk);
  return toWave(chunks, engines.voice.sampleRate);
}
