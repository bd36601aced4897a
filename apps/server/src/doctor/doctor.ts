import type { Check, Scene } from './check.ts';
import { clock } from './checks/clock.ts';
import { cluster } from './checks/cluster.ts';
import { database } from './checks/database.ts';
import { disk } from './checks/disk.ts';
import { https } from './checks/https.ts';
import { languageModel } from './checks/language-model.ts';
import { livekit } from './checks/livekit.ts';
import { mail } from './checks/mail.ts';
import { media } from './checks/media.ts';
import { models } from './checks/models.ts';
import { ports } from './checks/ports.ts';
import { resources } from './checks/resources.ts';
import { speech } from './checks/speech.ts';
import { storage } from './checks/storage.ts';
import { turn } from './checks/turn.ts';
import { type Finding, fail, type Status } from './finding.ts';
import { sayError } from './looking/say-error.ts';

/** In the order in which they run: one after another, since some take the port that another looks at. */
export const CHECKS: readonly Check[] = [
  ...[resources, disk, storage, database, cluster, ports, media, livekit, turn],
  ...[https, clock, mail, languageModel, models, speech],
];

export interface NamedFinding extends Finding {
  readonly check: string;
}

/** Runs checks and answers what they found, each as soon as it is known. */
export async function* examine(
  scene: Scene,
  checks: readonly Check[] = CHECKS,
): AsyncGenerator<NamedFinding> {
  for (const { name, run } of checks) {
    for (const finding of await run(scene).catch(broken)) yield { check: name, ...finding };
  }
}

/** No check may hide the others. */
const broken = (error: unknown): readonly Finding[] => [
  fail(`This could not be looked at: ${sayError(error)}.`, 'Report it, with what you set.'),
];

export type Counts = Readonly<Record<Status, number>>;

export function countFindings(findings: readonly Finding[]): Counts {
  const counts = { ok: 0, warn: 0, fail: 0, skipped: 0 };
  for (const { status } of findings) counts[status] += 1;
  return counts;
}
