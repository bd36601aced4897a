import type { LibraryVoice, VoiceListQuery } from '@kindling/protocol';

/** Whether a voice is one of those that are asked for; texts are compared without case. */
export function fitsVoice(voice: LibraryVoice, query: VoiceListQuery): boolean {
  const { keyword, language, accent, gender } = query;
  return (
    (keyword === undefined || contains([voice.name, voice.slug, voice.description], keyword)) &&
    (language === undefined || equals([voice.language, voice.languageCode], language)) &&
    (accent === undefined || equals([voice.accent], accent)) &&
    (gender === undefined || equals([voice.gender], gender)) &&
    fitsTimes(voice, query)
  );
}

/** One voice for each accent, in the order of the accents. */
export function oneAnAccent(voices: readonly LibraryVoice[]): LibraryVoice[] {
  const byAccent = new Map<string, LibraryVoice>();
  for (const voice of voices) {
    const accent = voice.accent?.toLowerCase();
    if (accent !== undefined && !byAccent.has(accent)) byAccent.set(accent, voice);
  }
  return [...byAccent].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, voice]) => voice);
}

function contains(texts: readonly (string | undefined)[], wanted: string): boolean {
  const part = wanted.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(part));
}

function equals(texts: readonly (string | undefined)[], wanted: string): boolean {
  return texts.some((text) => text?.toLowerCase() === wanted.toLowerCase());
}

function fitsTimes(voice: LibraryVoice, query: VoiceListQuery): boolean {
  return (['createdAt', 'updatedAt'] as const).every((field) => {
    const time = Date.parse(voice[field]);
    const after = query[`${field}Gt`];
    const from = query[`${field}Ge`];
    const before = query[`${field}Lt`];
    const until = query[`${field}Le`];
    return (
      (after === undefined || time > Date.parse(after)) &&
      (from === undefined || time >= Date.parse(from)) &&
      (before === undefined || time < Date.parse(before)) &&
      (until === undefined || time <= Date.parse(until))
    );
  });
}
