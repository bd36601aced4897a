import type { ModelSpeaker } from './entry.ts';

/** The ids of a model's voices in the library: `tag` is this model's, two hexadecimal digits. */
const libraryId = (tag: string, index: number) =>
  `5b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f${tag}${(index + 1).toString(16).padStart(2, '0')}`;

/** Voices without names that are certain: those that are published are listed in different orders. */
const numbered = (model: string, tag: string, count: number): readonly ModelSpeaker[] =>
  Array.from({ length: count }, (_, index) => ({
    voiceId: `${model}-${index + 1}`,
    speaker: index,
    libraryId: libraryId(tag, index),
    name: `${model[0]?.toUpperCase()}${model.slice(1)} ${index + 1}`,
    accent: 'American',
  }));

export const KITTEN = numbered('kitten', '0c', 8);
export const SUPERTONIC = numbered('supertonic', '0d', 10);

/** A choice of the American ones, with their numbers in version 1.0 of the model. */
const KOKORO_NAMES: readonly (readonly [string, 'female' | 'male', number])[] = [
  ['Heart', 'female', 3],
  ['Bella', 'female', 2],
  ['Nicole', 'female', 6],
  ['Sarah', 'female', 9],
  ['Fenrir', 'male', 14],
  ['Michael', 'male', 16],
  ['Puck', 'male', 18],
];

export const KOKORO: readonly ModelSpeaker[] = KOKORO_NAMES.map(
  ([name, gender, speaker], index) => ({
    voiceId: `kokoro-${name.toLowerCase()}`,
    speaker,
    libraryId: libraryId('0e', index),
    name: `${name} (Kokoro)`,
    gender,
    accent: 'American',
  }),
);
