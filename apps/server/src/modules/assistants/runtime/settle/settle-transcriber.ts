import { isKeyedTranscriberProvider, transcriberFieldsSent } from '@kindling/conversation';
import type { AssistantCreate, CredentialProvider, Warning } from '@kindling/protocol';
import { providerName } from './provider-names.ts';
import type { SettledPart } from './settle-speech.ts';

type Transcriber = NonNullable<AssistantCreate['transcriber']>;
/** One of an assistant's: the named one, or one of its `fallbackPlan`. */
export type PlannedTranscriber = NonNullable<
  NonNullable<Transcriber['fallbackPlan']>['transcribers']
>[number];

export interface SettleTranscriberOptions {
  /** Of which providers the organisation has credentials. */
  readonly stored: readonly CredentialProvider[];
  /** A page named it with a public key: it costs the organisation nothing. */
  readonly isOfPage: boolean;
}

const LOCAL = 'kindling';
const CUSTOM = 'custom-transcriber';

const isLocal = ({ provider }: PlannedTranscriber) => providerName(provider) === LOCAL;
const localPlan = ({ fallbackPlan }: Transcriber) =>
  fallbackPlan?.transcribers?.filter(isLocal) ?? [];

/** The recogniser of this server that listens for the one that was named, or behind it. Undefined: any. */
export function localTranscriber(transcriber: Transcriber): PlannedTranscriber | undefined {
  return isLocal(transcriber) ? transcriber : localPlan(transcriber)[0];
}

/** A recogniser that listens here for the one that was named: itself, where it can be reached. */
export function settleTranscriber(
  transcriber: Transcriber,
  options: SettleTranscriberOptions,
): SettledPart<Transcriber> {
  const { provider, language, fallbackPlan } = transcriber;
  if (provider === LOCAL) return { part: transcriber, warnings: [...languageWarning(language)] };
  const reason = whyNotReached(transcriber, options);
  if (reason === null)
    return { part: { ...transcriber, provider: providerName(provider) }, warnings: [] };
  const warn = (instead: string): Warning => ({
    path: 'transcriber.provider',
    message: `${reason} ${instead} listens instead.`,
  });
  const [first, ...others] = reachablePlan(transcriber, options);
  if (first !== undefined) {
    const transcribers = [...others, ...localPlan(transcriber)];
    const part = { ...first, fallbackPlan: { ...fallbackPlan, transcribers } };
    return { part, warnings: [warn(`“${first.provider}”, of its fallbackPlan,`)] };
  }
  const model = localPlan(transcriber)[0]?.model;
  const part = {
    provider: LOCAL,
    ...(model !== undefined && { model }),
    ...(language !== undefined && { language }),
  };
  return {
    part,
    warnings: [warn("This server's own recogniser"), ...languageWarning(language)],
  };
}

/** The recognisers that are asked in turn, before this server's own listens. */
export function hostedTranscribers(
  transcriber: Transcriber,
  options: SettleTranscriberOptions,
): readonly PlannedTranscriber[] {
  if (isLocal(transcriber)) return [];
  const named = whyNotReached(transcriber, options) === null ? [transcriber] : [];
  return [...named, ...reachablePlan(transcriber, options)];
}

/** Paths of fields that no schema names, and that a recogniser's provider gets. */
export function actingTranscriberFields(
  transcriber: Transcriber,
  options: SettleTranscriberOptions,
): readonly string[] {
  const sent = (one: PlannedTranscriber, path: string) =>
    isLocal(one) || whyNotReached(one, options) !== null
      ? []
      : transcriberFieldsSent(providerName(one.provider), one).map((name) => `${path}.${name}`);
  const planned = transcriber.fallbackPlan?.transcribers ?? [];
  return [
    ...sent(transcriber, 'transcriber'),
    ...planned.flatMap((one, index) => sent(one, `transcriber.fallbackPlan.transcribers.${index}`)),
  ];
}

function reachablePlan(
  { fallbackPlan }: Transcriber,
  options: SettleTranscriberOptions,
): PlannedTranscriber[] {
  const plan = fallbackPlan?.transcribers ?? [];
  const end = plan.findIndex(isLocal);
  return plan
    .slice(0, end === -1 ? plan.length : end)
    .filter((one) => whyNotReached(one, options) === null)
    .map((one) => ({ ...one, provider: providerName(one.provider) }));
}

/** Null: it can be reached. */
function whyNotReached(
  { provider: written, url, server }: PlannedTranscriber,
  { stored, isOfPage }: SettleTranscriberOptions,
): string | null {
  const provider = providerName(written);
  if (provider === CUSTOM && server?.url === undefined) return `"${CUSTOM}" needs a server.url.`;
  if (provider !== CUSTOM && !isKeyedTranscriberProvider(provider))
    return `This server cannot reach the recogniser of "${written}".`;
  if (isOfPage)
    return 'A page cannot choose a hosted recogniser with a public key: name it in the assistant.';
  if (provider === CUSTOM || (provider === 'openai' && url !== undefined)) return null;
  return (stored as readonly string[]).includes(provider)
    ? null
    : `Your organisation has no credential of "${provider}": store one with POST /credential.`;
}

/** What is heard here is English. */
function languageWarning(language: string | undefined): readonly Warning[] {
  const isEnglish = language === undefined || /^(en\b|multi$)/i.test(language);
  if (isEnglish) return [];
  const message = `This server hears and speaks English alone: "${language}" is heard as if it were English.`;
  return [{ path: 'transcriber.language', message }];
}
