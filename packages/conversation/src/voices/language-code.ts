/** `fr` for `fr-CA`, which is all that most providers take. Null: no language. */
export function languageCode(language: string | undefined): string | null {
  const [, code] = /^([a-z]{2,3})(?:[-_]|$)/i.exec(language ?? '') ?? [];
  return code?.toLowerCase() ?? null;
}
