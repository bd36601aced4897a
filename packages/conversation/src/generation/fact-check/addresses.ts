const ENDINGS = 'com|org|net|edu|gov|io|ai|app|co|info|us|uk|eu|de';
/** Of e-mail and of pages, as they are written and as they are read out. */
const ADDRESS = new RegExp(
  [
    String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    String.raw`\b(?:https?:\/\/|www\.)[^\s"'<>)\]]+`,
    String.raw`\b[a-z0-9-]{2,}(?:\.[a-z0-9-]+)*\.(?:${ENDINGS})\b(?:\/[^\s"'<>)\]]*)?`,
    String.raw`\b[a-z0-9-]+ dot (?:${ENDINGS})\b`,
  ].join('|'),
  'gi',
);

/** In every one of them, and in few sentences. */
const HINT = /@|:\/\/|\w\.\w| dot /i;

/** The addresses in a text, in one form each. */
export function readAddresses(text: string): string[] {
  if (!HINT.test(text)) return [];
  return Array.from(text.matchAll(ADDRESS), ([address]) =>
    address
      .toLowerCase()
      .replace(' dot ', '.')
      .replace(/^(?:https?:\/\/)?(?:www\.)?|[.,;:!?/]+$/g, ''),
  );
}
