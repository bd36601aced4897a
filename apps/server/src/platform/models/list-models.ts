import { CATALOGUE } from './catalogue/catalogue.ts';
import { type CatalogueEntry, type ModelKind, sizeOf } from './catalogue/entry.ts';

const HEADS: Readonly<Record<ModelKind, string>> = {
  voice: 'Voices. Without one Flite speaks: slt, rms or awb.',
  recogniser: 'Recognisers. Without one Moonshine tiny listens.',
  encoder:
    'Sentence encoders, for meaning. Without one the Universal Sentence Encoder Lite compares.',
  turns: 'Turn models. Without one the words alone tell whether a caller is done.',
  data: 'What others need; installed and removed with them.',
};

/** What can be installed, and what is. */
export function listModels(
  installed: ReadonlySet<string>,
  catalogue: readonly CatalogueEntry[] = CATALOGUE,
): string {
  const lines: string[] = [];
  for (const kind of ['voice', 'recogniser', 'encoder', 'turns', 'data'] as const) {
    lines.push(HEADS[kind], '');
    for (const entry of catalogue)
      if (entry.kind === kind) lines.push(...describeEntry(entry, installed));
    lines.push('');
  }
  return lines.join('\n');
}

function describeEntry(entry: CatalogueEntry, installed: ReadonlySet<string>): string[] {
  const state = installed.has(entry.name) ? 'installed' : '';
  const head = `  ${entry.name.padEnd(16)} ${size(entry).padStart(7)}  ${entry.licence.padEnd(28)} ${state}`;
  const lines = [head.trimEnd(), `${' '.repeat(4)}${entry.about}`];
  if (entry.kind === 'voice') lines.push(`    Voices: ${voiceIds(entry)}`);
  if (entry.needs.length > 0) lines.push(`    Comes with ${entry.needs.join(', ')}.`);
  if (entry.licenceRemark !== undefined) lines.push(`    Licence: ${entry.licenceRemark}`);
  return lines;
}

const voiceIds = ({ speakers }: Extract<CatalogueEntry, { kind: 'voice' }>) =>
  speakers.map(({ voiceId }) => voiceId).join(', ');

function size(entry: CatalogueEntry): string {
  const isExact = entry.files.every(({ bytes }) => bytes !== null);
  const megabytes = sizeOf(entry) / 1_000_000;
  return `${isExact ? '' : '~'}${megabytes < 10 ? megabytes.toFixed(1) : megabytes.toFixed(0)} MB`;
}
