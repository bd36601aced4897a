import type { FieldError } from '@kindling/protocol/errors';
import type { BookingQuery } from '../booking-query.ts';

/** What the visitor has typed so far, as typed. */
export interface Draft {
  readonly name: string;
  readonly email: string;
  readonly institution: string;
  readonly serviceOfInterest: string;
  readonly note: string;
  /** A honeypot: people never see this field. */
  readonly website: string;
}

export type DraftField = keyof Draft;
export type DraftErrors = { readonly [Field in DraftField]?: string };

/** The fields in the order of the form, by their labels. */
export const fieldLabels = {
  name: 'Your name',
  email: 'Email',
  institution: 'School or organization',
  serviceOfInterest: 'What interests you most?',
  note: 'What should we prepare?',
} as const satisfies { readonly [Field in Exclude<DraftField, 'website'>]: string };

export function emptyDraft(query: BookingQuery): Draft {
  const { name, email, institution, serviceOfInterest, note } = query;
  return { name, email, institution, serviceOfInterest, note, website: '' };
}

/** The problem of each field, in the words of the contract's schema, which the server uses, too. */
export function draftErrors({ name, email }: Draft): DraftErrors {
  return {
    ...(name.trim().length < 2 && { name: 'Please enter your name' }),
    ...(EMAIL.test(email.trim()) ? {} : { email: 'Please enter a valid email address' }),
  };
}

/** The contract's expression for an email address. */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Errors of the server that name fields of the form. */
export function serverErrors(fields: readonly FieldError[]): DraftErrors {
  const errors: Partial<Record<DraftField, string>> = {};
  for (const { path, message } of fields) {
    if (isLabelled(path)) errors[path] ??= message;
  }
  return errors;
}

function isLabelled(field: string): field is keyof typeof fieldLabels {
  return Object.hasOwn(fieldLabels, field);
}
