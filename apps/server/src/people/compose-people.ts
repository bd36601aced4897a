import { personHandlers } from '../api/person/handlers.ts';
import type { HandlersOf } from '../api/registrar.ts';
import { createErasePerson, type ErasePersonOptions } from './erase-person.ts';
import { createPersonPlaces, type PersonPlacesOptions } from './places/person-places.ts';

export type ComposePeopleOptions = Omit<ErasePersonOptions, 'places'> & PersonPlacesOptions;

/** Erasure of what is kept about a person. */
export function composePeople(options: ComposePeopleOptions): HandlersOf<'person'> {
  return personHandlers(createErasePerson({ ...options, places: createPersonPlaces(options) }));
}
