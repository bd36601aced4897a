import type { Person } from '@kindling/protocol';
import { or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

type Json = AnyPgColumn | SQL;

/** Whether a customer (a JSON object) carries one of the person's addresses; capitals of an email do not count. */
export function isCustomer(customer: Json, person: Person): SQL | undefined {
  const is = (field: 'number' | 'sipUri' | 'externalId') => {
    const value = person[field];
    if (value === undefined) return undefined;
    return sql`${customer} @> ${JSON.stringify({ [field]: value })}::jsonb`;
  };
  return either([
    is('number'),
    is('sipUri'),
    is('externalId'),
    person.email === undefined ? undefined : sameEmail(sql`${customer} ->> 'email'`, person.email),
  ]);
}

export function sameEmail(text: Json, email: string): SQL {
  return sql`lower(${text}) = lower(${email})`;
}

/** People write one number with spaces, hyphens or nothing between its digits. */
export function sameNumber(text: Json, number: string): SQL {
  const digits = (of: Json | SQL) => sql`regexp_replace(${of}, '[^0-9]', '', 'g')`;
  const given = sql`${number}::text`;
  return sql`(${digits(text)} = ${digits(given)} and ${digits(given)} <> '')`;
}

/** Those that are nobody else's; an `externalId` may be as short as a common word. */
export function addressesOf({ email, number, sipUri }: Person): string[] {
  return [email, number, sipUri].filter((address) => address !== undefined);
}

/** Whether a text speaks of the person by an address that is nobody else's. */
export function speaksOf(text: Json, person: Person): SQL {
  // As they stand in a text, and as they stand in an address line.
  const written = addressesOf(person).flatMap((one) => [one, encodeURIComponent(one)]);
  return holdsOne(text, [...new Set(written)]);
}

/** Whether one of the words stands in a text, in capitals or not. */
export function holdsOne(text: Json, words: readonly string[]): SQL {
  return either(words.map((word) => sql`position(lower(${word}) in lower(${text})) > 0`));
}

/** No condition holds for nobody: without one nothing is found. */
export function either(conditions: readonly (SQL | undefined)[]): SQL {
  return or(...conditions) ?? sql`false`;
}
