import { HOSTED_SAMPLE_RATE, type WriteSpeechRequest } from '../hosted-voice.ts';
import { languageCode } from '../language-code.ts';
import type { VoiceAccess } from '../voice-access.ts';
import type { ElevenLabsVoice } from './settings.ts';
import { elevenLabsId } from './voice-ids.ts';

export const ELEVEN_LABS_URL = 'https://api.elevenlabs.io';

const MODEL = 'eleven_turbo_v2_5';
/** Others refuse a request that names one, and hear it from the words. */
const TAKES_LANGUAGE = /_v2_5$/;

/** The third generation knows three values, and refuses those between them. */
const ofThree = (share: number) => Math.round(share * 2) / 2;

/** ElevenLabs' `POST /v1/text-to-speech/{voice}/stream`. */
export function elevenLabsWriter(
  voice: ElevenLabsVoice,
  { apiKey, baseUrl = ELEVEN_LABS_URL }: VoiceAccess,
): WriteSpeechRequest {
  const { model = MODEL, similarityBoost, style, useSpeakerBoost, speed } = voice;
  const { optimizeStreamingLatency, enableSsmlParsing } = voice;
  const isThird = model.startsWith('eleven_v3');
  const language = TAKES_LANGUAGE.test(model) ? languageCode(voice.language) : null;
  const stability =
    isThird && voice.stability !== undefined ? ofThree(voice.stability) : voice.stability;
  const id = encodeURIComponent(elevenLabsId(voice.voiceId ?? ''));
  const url = new URL(`/v1/text-to-speech/${id}/stream`, baseUrl);
  url.searchParams.set('output_format', `pcm_${HOSTED_SAMPLE_RATE}`);
  if (optimizeStreamingLatency !== undefined && !isThird)
    url.searchParams.set('optimize_streaming_latency', String(optimizeStreamingLatency));
  const settings = {
    ...(stability !== undefined && { stability }),
    ...(similarityBoost !== undefined && { similarity_boost: similarityBoost }),
    ...(style !== undefined && { style }),
    ...(useSpeakerBoost !== undefined && { use_speaker_boost: useSpeakerBoost }),
    ...(speed !== undefined && { speed: Math.min(1.2, Math.max(0.7, speed)) }),
  };
  return (text) => ({
    url: url.href,
    headers: { ...(apiKey !== null && { 'xi-api-key': apiKey }), accept: 'audio/*' },
    body: JSON.stringify({
      text,
      model_id: model,
      ...(language !== null && { language_code: language }),
      ...(enableSsmlParsing !== undefined && { enable_ssml_parsing: enableSsmlParsing }),
      ...(Object.keys(settings).length > 0 && { voice_settings: settings }),
    }),
  });
}
