import type { AssistantCreate, Warning } from '@kindling/protocol';
import { providerName } from './provider-names.ts';
import type { Sex } from './voice-names.ts';

/** What speaks and hears on this machine. */
export interface LocalSpeech {
  /** Voices that were installed, the one that speaks by default first. */
  readonly voices: readonly { readonly voiceId: string; readonly gender?: Sex }[];
}

type Transcriber = NonNullable<AssistantCreate['transcriber']>;

export interface SettledPart<Part> {
  readonly part: Part;
  readonly warnings: readonly Warning[];
}

const LOCAL = 'kindling';
const isLocal = ({ provider }: { readonly provider: string }) => providerName(provider) === LOCAL;

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
