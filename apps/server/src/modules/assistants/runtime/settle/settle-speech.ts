import type { AssistantCreate, Warning } from '@kindling/protocol';
import { providerName } from './provider-names.ts';
import { type Sex, sexOfVoice } from './voice-names.ts';

/** What speaks and hears on this machine. */
export interface LocalSpeech {
  /** Voices that were installed, the one that speaks by default first. */
  readonly voices: readonly { readonly voiceId: string; readonly gender?: Sex }[];
}

type Voice = NonNullable<AssistantCreate['voice']>;
type Transcriber = NonNullable<AssistantCreate['transcriber']>;

export interface SettledPart<Part> {
  readonly part: Part;
  readonly warnings: readonly Warning[];
}

const LOCAL = 'kindling';
/** The voices that every server has. */
const BUILT_IN: Readonly<Record<Sex, string>> = { female: 'slt', male: 'rms' };

const isLocal = ({ provider }: { readonly provider: string }) => providerName(provider) === LOCAL;

/** A voice of this server for the one that was named: of the same sex, where that is known. */
export function settleVoice(voice: Voice, { voices }: LocalSpeech): SettledPart<Voice> {
  if (voice.provider === LOCAL) return { part: voice, warnings: [] };
  const { speed } = voice;
  const ofPlan = voice.fallbackPlan?.voices?.find(isLocal)?.voiceId;
  const voiceId = ofPlan ?? nearestVoice(sexOfVoice(voice.voiceId ?? ''), voices);
  const part = {
    provider: LOCAL,
    ...(voiceId !== undefined && { voiceId }),
    ...(speed !== undefined && { speed }),
  };
  const name = voiceId ?? voices[0]?.voiceId ?? BUILT_IN.female;
  const message = `This server cannot reach the voices of "${voice.provider}": its own voice "${name}" speaks instead.`;
  return { part, warnings: [{ path: 'voice.provider', message }] };
}

/** Undefined: the one that speaks by default. */
function nearestVoice(sex: Sex | null, voices: LocalSpeech['voices']): string | undefined {
  if (sex === null) return undefined;
  const [first] = voices;
  if (first !== undefined && first.gender === undefined) return undefined;
  return voices.find(({ gender }) => gender === sex)?.voiceId ?? BUILT_IN[sex];
}

/** The recogniser of this server for the one that was named. */
export function settleTranscriber(transcriber: Transcriber): SettledPart<Transcriber> {
  const { provider, language } = transcriber;
  const warnings = [...languageWarning(language)];
  if (provider === LOCAL) return { part: transcriber, warnings };
  const model = transcriber.fallbackPlan?.transcribers?.find(isLocal)?.model;
  const part = {
    provider: LOCAL,
    ...(model !== undefined && { model }),
    ...(language !== undefined && { language }),
  };
  const message = `This server cannot reach the recogniser of "${provider}": its own listens instead.`;
  return { part, warnings: [{ path: 'transcriber.provider', message }, ...warnings] };
}

/** What is spoken here is English. */
function languageWarning(language: string | undefined): readonly Warning[] {
  const isEnglish = language === undefined || /^(en\b|multi$)/i.test(language);
  if (isEnglish) return [];
  const message = `This server hears and speaks English alone: "${language}" is heard as if it were English.`;
  return [{ path: 'transcriber.language', message }];
}
