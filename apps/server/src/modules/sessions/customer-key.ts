import type { ChatCustomer } from '@kindling/protocol';

const NAMING = ['externalId', 'number', 'email', 'sipUri'] as const;

/** By what a customer is known again: the first address that was given. Null: by nothing. */
export function customerKey(customer: ChatCustomer | null | undefined): string | null {
  for (const field of NAMING) {
    const value = customer?.[field];
    if (typeof value === 'string' && value !== '') return `${field}:${value.toLowerCase()}`;
  }
  return null;
}
