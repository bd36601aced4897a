/** The text as the database can keep it: whole characters, no NUL. Models and servers send anything. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** JSON of which every text is one that the database can keep. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item) => (typeof item === 'string' ? storableText(item) : item));
