export const LANGUAGES = [
  'da',
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'it',
  'jp',
  'ka',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-BR',
  'ru',
  'sv',
  'tr',
] as const;

/** The languages of the call page, by their codes. */
export type Language = (typeof LANGUAGES)[number];

/** `user`: the browser's own. */
export type LanguageSetting = Language | 'user';

/** The language to show; English where the requested one is unknown. */
export function resolveLanguage(
  setting: string,
  browserLanguages: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages,
): Language {
  const wanted = setting === 'user' ? browserLanguages : [setting];
  // Japanese is `ja` to browsers.
  const candidates = wanted.flatMap((tag) => [tag, tag.slice(0, 2).replace('ja', 'jp')]);
  return candidates.map((tag) => LANGUAGES.find((one) => one === tag)).find(Boolean) ?? 'en';
}
