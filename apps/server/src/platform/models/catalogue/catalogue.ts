import { encoders } from './encoders.ts';
import type { CatalogueEntry } from './entry.ts';
import { espeakData } from './espeak-data.ts';
import { recognisers } from './recognisers.ts';
import { turnModels } from './turn-models.ts';
import { voices } from './voices.ts';

/**
 * Everything that can be installed. Of each kind the one that stands first is used where several are
 * installed and an assistant names none.
 */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...voices,
  ...recognisers,
  ...encoders,
  ...turnModels,
  espeakData,
];

/** Of this catalogue, those that `entry` needs, and itself, last. */
export function withNeeds(
  entry: CatalogueEntry,
  catalogue: readonly CatalogueEntry[],
): readonly CatalogueEntry[] {
  const needed = catalogue.filter(({ name }) => entry.needs.includes(name));
  return [...needed, entry];
}
