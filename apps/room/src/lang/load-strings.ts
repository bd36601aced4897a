import type { CallEventPayloads } from '@kindling/call';
import { en, type Strings } from './en.ts';

export type Language = CallEventPayloads['lang-updated']['lang'];
export type LanguageSetting = CallEventPayloads['lang-updated']['langSetting'];

/** English is in the first load; another language is a small file of its own. */
const LOAD: Readonly<Record<Language, () => Promise<Strings>>> = {
  da: async () => (await import('./da.ts')).da,
  de: async () => (await import('./de.ts')).de,
  en: async () => en,
  es: async () => (await import('./es.ts')).es,
  fi: async () => (await import('./fi.ts')).fi,
  fr: async () => (await import('./fr.ts')).fr,
  it: async () => (await import('./it.ts')).it,
  jp: async () => (await import('./jp.ts')).jp,
  ka: async () => (await import('./ka.ts')).ka,
  nl: async () => (await import('./nl.ts')).nl,
  no: async () => (await import('./no.ts')).no,
  pl: async () => (await import('./pl.ts')).pl,
  pt: async () => (await import('./pt.ts')).pt,
  'pt-BR': async () => (await import('./pt-br.ts')).ptBr,
  ru: async () => (await import('./ru.ts')).ru,
  sv: async () => (await import('./sv.ts')).sv,
  tr: async () => (await import('./tr.ts')).tr,
};

/** Names by which browsers know a language that is called otherwise here. */
const BROWSER_NAMES: Readonly<Record<string, Language>> = { ja: 'jp', nb: 'no', nn: 'no' };
const TAGS: Partial<Record<Language, string>> = { jp: 'ja', no: 'nb' };

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(LOAD, name);
}

/** The first of the browser's languages that the page speaks; English when there is none. */
export function pickLanguage(
  setting: LanguageSetting,
  preferred: readonly string[] = navigator.languages,
): Language {
  if (setting !== 'user') return setting;
  for (const tag of preferred) {
    if (isLanguage(tag)) return tag;
    const primary = tag.split('-')[0]?.toLowerCase() ?? '';
    const known = BROWSER_NAMES[primary] ?? primary;
    if (isLanguage(known)) return known;
  }
  return 'en';
}

/** As `<html lang>` wants it. */
export function languageTag(language: Language): string {
  return TAGS[language] ?? language;
}

/** English when the file cannot be had: words in another language beat none. */
export function loadStrings(language: Language): Promise<Strings> {
  return LOAD[language]().catch(() => en);
}
