import {
  isKeyedVoiceProvider,
  VOICE_PROVIDERS_BY_KEY,
  voiceFieldsSent,
} from '@kindling/conversation';
import type { AssistantCreate, CredentialProvider } from '@kindling/protocol';
import { providerName } from './provider-names.ts';
import type { LocalSpeech, SettledPart } from './settle-speech.ts';
import { type Sex, sexOfVoice } from './voice-names.ts';

type Voice = NonNullable<AssistantCreate['voice']>;
export type PlannedVoice = NonNullable<NonNullable<Voice['fallbackPlan']>['voices']>[number];

export interface SettleVoiceOptions extends LocalSpeech {
  /** Of which providers the organisation has credentials. */
  readonly stored: readonly CredentialProvider[];
  /** A page named it with a public key: it costs the organisation nothing. */
  readonly isOfPage: boolean;
}

const LOCAL = 'kindling';
const CUSTOM = 'custom-voice';
/** The voices that every server has. */
const BUILT_IN: Readonly<Record<Sex, string>> = { female: 'slt', male: 'rms' };

export const isLocalVoice = ({ provider }: { readonly provider: string }) =>
  providerName(provider) === LOCAL;

/** A voice that speaks here for the one that was named: itself, where it can be reached. */
export function settleVoice(voice: Voice, options: SettleVoiceOptions): SettledPart<Voice> {
  if (voice.provider === LOCAL) return { part: voice, warnings: [] };
  const reason = whyNotReached(voice, options);
  if (reason === null)
    return { part: { ...voice, provider: providerName(voice.provider) }, warnings: [] };
  const planned = hostedPlan(voice, options);
  const [first, ...others] = planned;
  const warn = (name: string) => [
    { path: 'voice.provider', message: `${reason} ${name} speaks instead.` },
  ];
  if (first !== undefined)
    return {
      part: {
        ...first,
        fallbackPlan: { ...voice.fallbackPlan, voices: [...others, ...localPlan(voice)] },
      },
      warnings: warn(`“${first.provider}”, of its fallbackPlan,`),
    };
  const part = localVoice(voice, options);
  const name = part.voiceId ?? options.voices[0]?.voiceId ?? BUILT_IN.female;
  return { part, warnings: warn(`This server's own voice "${name}"`) };
}

/** The voice of this server that comes nearest, or that the `fallbackPlan` names. */
export function localVoice(voice: Voice, { voices }: LocalSpeech): Voice {
  const { speed } = voice;
  const voiceId =
    localPlan(voice)[0]?.voiceId ?? nearestVoice(sexOfVoice(voice.voiceId ?? ''), voices);
  return {
    provider: LOCAL,
    ...(voiceId !== undefined && { voiceId }),
    ...(speed !== undefined && { speed }),
  };
}

/** Voices of a `fallbackPlan` that are asked before this server's own speaks. */
export function hostedPlan(voice: Voice, options: SettleVoiceOptions): PlannedVoice[] {
  const plan = voice.fallbackPlan?.voices ?? [];
  const end = plan.findIndex(isLocalVoice);
  return plan
    .slice(0, end === -1 ? plan.length : end)
    .filter((one) => whyNotReached(one, options) === null)
    .map((one) => ({ ...one, provider: providerName(one.provider) }));
}

/** Paths of fields that no schema names, and that are sent to a voice's provider. */
export function actingVoiceFields(voice: Voice, options: SettleVoiceOptions): readonly string[] {
  const sent = (one: PlannedVoice, path: string) =>
    isLocalVoice(one) || whyNotReached(one, options) !== null
      ? []
      : voiceFieldsSent(providerName(one.provider), one).map((name) => `${path}.${name}`);
  const planned = voice.fallbackPlan?.voices ?? [];
  return [
    ...sent(voice, 'voice'),
    ...planned.flatMap((one, index) => sent(one, `voice.fallbackPlan.voices.${index}`)),
  ];
}

const localPlan = (voice: Voice) => voice.fallbackPlan?.voices?.filter(isLocalVoice) ?? [];

/** Null: it can be reached. */
function whyNotReached(voice: PlannedVoice, options: SettleVoiceOptions): string | null {
  const provider = providerName(voice.provider);
  if (options.isOfPage)
    return 'A page cannot choose a hosted voice with a public key: name it in the assistant.';
  if (provider === CUSTOM)
    return voice.server?.url === undefined ? `"${CUSTOM}" needs a server.url.` : null;
  if (!isKeyedVoiceProvider(provider))
    return `This server cannot reach the voices of "${voice.provider}".`;
  const isAtUrl = provider === 'openai' && voice.url !== undefined;
  if (!isAtUrl && !options.stored.includes(provider))
    return `Your organisation has no credential of "${provider}": store one with POST /credential.`;
  const { needsVoiceId, knowsVoice } = VOICE_PROVIDERS_BY_KEY[provider];
  const { voiceId } = voice;
  if (voiceId === undefined) return needsVoiceId ? `No voice of "${provider}" is named.` : null;
  return knowsVoice(voiceId)
    ? null
    : `"${provider}" knows its voices by ids, and that of "${voiceId}" is not known here: name the id.`;
}

/** Undefined: the one that speaks by default. */
function nearestVoice(sex: Sex | null, voices: LocalSpeech['voices']): string | undefined {
  if (sex === null) return undefined;
  const [first] = voices;
  if (first !== undefined && first.gender === undefined) return undefined;
  return voices.find(({ gender }) => gender === sex)?.voiceId ?? BUILT_IN[sex];
}
