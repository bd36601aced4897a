import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { languageTag, loadStrings, pickLanguage } from './load-strings.ts';

const LANGUAGES = [
  ...(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'jp', 'ka'] as const),
  ...(['nl', 'no', 'pl', 'pt', 'pt-BR', 'ru', 'sv', 'tr'] as const),
];

describe('pickLanguage', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['ja-JP'], 'jp'],
    [['nb-NO'], 'no'],
    [['nn'], 'no'],
    [['pt-BR'], 'pt-BR'],
    [['pt-PT'], 'pt'],
    [['zh-CN', 'fr-CA'], 'fr'],
    [['zh-CN'], 'en'],
    [[], 'en'],
  ])('takes the first of %j that it speaks: %s', (preferred, language) => {
    expect(pickLanguage('user', preferred)).toBe(language);
  });

  it('does as it is set', () => {
    expect(pickLanguage('fi', ['de'])).toBe('fi');
  });
});

describe('languages', () => {
  it.each(LANGUAGES)('%s says everything, with the same places to fill in', async (language) => {
    const strings = await loadStrings(language);
    const { error, ...phrases } = strings;
    const { error: kinds, ...english } = en;
    for (const [key, phrase] of Object.entries(phrases)) {
      expect(phrase.trim(), key).not.toBe('');
      expect(places(phrase), key).toEqual(places(english[key as keyof typeof english]));
    }
    expect(Object.keys(phrases)).toEqual(Object.keys(english));
    expect(Object.keys(error)).toEqual(Object.keys(kinds));
    for (const said of Object.values(error)) expect(said.filter(Boolean)).toHaveLength(2);
    if (language !== 'en') expect(strings.readyTitle).not.toBe(en.readyTitle);
  });

  it('have tags that browsers know', () => {
    for (const language of LANGUAGES) {
      expect(Intl.getCanonicalLocales(languageTag(language))).toHaveLength(1);
    }
    expect(languageTag('jp')).toBe('ja');
  });
});

function places(phrase: string): readonly string[] {
  return (phrase.match(/\{\w+\}/g) ?? []).sort();
}
