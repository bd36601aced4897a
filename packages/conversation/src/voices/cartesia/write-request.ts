import { z } from 'zod';
import { HOSTED_SAMPLE_RATE, type WriteSpeechRequest } from '../hosted-voice.ts';
import { languageCode } from '../language-code.ts';
import type { VoiceAccess } from '../voice-access.ts';
import type { CartesiaVoice } from './settings.ts';

export const CARTESIA_URL = 'https://api.cartesia.ai';
const VERSION = '2025-04-16';
/** Models that take their pace with the voice, and have no `generation_config`. */
const OLDER_MODELS = /^sonic(?:-turbo|-2|-english|-multilingual)?(?:-\d{4}|$)/;

/** Cartesia's `POST /tts/bytes`. */
export function cartesiaWriter(
  voice: CartesiaVoice,
  { apiKey, baseUrl = CARTESIA_URL }: VoiceAccess,
): WriteSpeechRequest {
  const { voiceId: id, model = 'sonic-3', speed } = voice;
  const language = languageCode(voice.language);
  const isOlder = OLDER_MODELS.test(model);
  const pace = speed === undefined ? {} : { speed: Math.min(1.5, Math.max(0.6, speed)) };
  const generation = { ...pace, ...generationOf(voice) };
  const controls = voice.experimentalControls;
  return (transcript) => ({
    url: new URL('/tts/bytes', baseUrl).href,
    headers: { ...(apiKey !== null && { 'x-api-key': apiKey }), 'cartesia-version': VERSION },
    body: JSON.stringify({
      model_id: model,
      transcript,
      voice: { mode: 'id', id, ...(controls && { __experimental_controls: controls }) },
      output_format: {
        container: 'raw',
        encoding: 'pcm_s16le',
        sample_rate: HOSTED_SAMPLE_RATE,
      },
      ...(language !== null && { language }),
      ...(!isOlder && Object.keys(generation).length > 0 && { generation_config: generation }),
      // They know three paces by name.
      ...(isOlder && speed !== undefined && { speed: paceName(speed) }),
    }),
  });
}

/** As people write it for other platforms, whose names have no underscores. */
function generationOf({ generationConfig = {} }: CartesiaVoice): Record<string, unknown> {
  const { experimental, ...plain } = generationConfig;
  const { accentLocalization: accent } = experimentalSchema.safeParse(experimental).data ?? {};
  return accent === undefined ? plain : { ...plain, experimental: { accent_localization: accent } };
}

const experimentalSchema = z.object({ accentLocalization: z.number().optional() });

function paceName(speed: number): 'slow' | 'normal' | 'fast' {
  if (speed < 0.9) return 'slow';
  return speed > 1.1 ? 'fast' : 'normal';
}
