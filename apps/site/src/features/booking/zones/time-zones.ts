import { offsetLabel, zoneLabel } from '../calendar/labels.ts';
import { otherCities, renamedCities } from './zone-cities.ts';

/** A time zone in the list. */
export interface ZoneChoice {
  readonly id: string;
  readonly city: string;
  /** `UTC−5` at the moment the list was made for. */
  readonly offset: string;
  /** `Eastern Time` without its last word. */
  readonly name: string;
}

/** The zone this browser is set to. A bare offset has no daylight saving: then UTC. */
export function detectedZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return /^[A-Za-z]/.test(zone) ? zone : 'UTC';
}

/** `Buenos Aires` of `America/Argentina/Buenos_Aires`. */
export function cityOf(zone: string): string {
  const last = zone.slice(zone.lastIndexOf('/') + 1);
  return renamedCities[zone] ?? last.replaceAll('_', ' ');
}

/** Every zone this browser knows, and those named in `also`, by city. Offsets are those at `instant`. */
export function zoneChoices(instant: Date, also: readonly string[] = []): ZoneChoice[] {
  const ids = new Set([...Intl.supportedValuesOf('timeZone'), ...also, 'UTC']);
  return [...ids]
    .map((id) => zoneChoice(id, instant))
    .sort((a, b) => a.city.localeCompare(b.city, 'en'));
}

export function zoneChoice(id: string, instant: Date): ZoneChoice {
  const name = id === 'UTC' ? 'Universal' : zoneLabel(id, instant.toISOString());
  return { id, city: cityOf(id), offset: offsetLabel(id, instant), name };
}

/** Zones with a word in city, neighbours, name, region or offset that begins with what was typed; the best first. */
export function searchZones(choices: readonly ZoneChoice[], typed: string): ZoneChoice[] {
  const wanted = plain(typed);
  if (wanted === '') return [...choices];
  return choices
    .map((choice) => ({ choice, rank: rankOf(choice, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

/** Another city by which this zone was found, to be shown beside its own. */
export function foundBy(choice: ZoneChoice, typed: string): string | null {
  const wanted = plain(typed);
  if (wanted === '' || plain(choice.city).startsWith(wanted)) return null;
  return otherCities[choice.id]?.find((city) => plain(city).startsWith(wanted)) ?? null;
}

const NO_MATCH = 9;

function rankOf(choice: ZoneChoice, wanted: string): number {
  if (plain(choice.city).startsWith(wanted)) return 0;
  if (foundBy(choice, wanted) !== null) return 1;
  if (sameOffset(choice.offset, wanted)) return 2;
  const name = [choice.city, choice.name, choice.id, ...(otherCities[choice.id] ?? [])];
  return name.some((word) => ` ${plain(word)}`.includes(` ${wanted}`)) ? 3 : NO_MATCH;
}

function sameOffset(offset: string, wanted: string): boolean {
  if (!/^(?:utc|gmt)? ?[+-]\d/.test(wanted)) return false;
  return (
    plain(offset).replace('utc', '') ===
    wanted.replace(/utc|gmt| /g, '').replace(/^([+-])0(?=\d)/, '$1')
  );
}

/** Lower case, no accents, and a space for every separator. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace('−', '-')
    .replace(/[_/.,()]+/g, ' ')
    .trim()
    .toLowerCase();
}
