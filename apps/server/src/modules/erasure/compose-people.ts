import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createRateLimit } from '../../platform/requests/rate-limit.ts';
import { createErasePerson, type ErasePersonOptions } from './erase-person.ts';
import { createExportPerson } from './export-person.ts';
import { personHandlers } from './handlers.ts';
import { createPersonPlaces, type PersonPlacesOptions } from './places/person-places.ts';

/** Of an organisation: nobody has so many people to answer, and each is looked for everywhere. */
const EXPORTS_PER_MINUTE = 20;

export type ComposePeopleOptions = Omit<ErasePersonOptions, 'places'> & PersonPlacesOptions;

/** Export and erasure of what is kept about a person: one list of places for both. */
export function composePeople(options: ComposePeopleOptions): HandlersOf<'person'> {
  const places = createPersonPlaces(options);
  return personHandlers({
    erase: createErasePerson({ ...options, places }),
    exportPerson: createExportPerson({ ...options, places }),
    exportLimit: createRateLimit(EXPORTS_PER_MINUTE),
  });
}
