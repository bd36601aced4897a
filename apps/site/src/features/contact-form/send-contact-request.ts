import type { ContactForm } from '@kindling/protocol/contact-form';

const REQUEST_TIMEOUT = 20_000;

export interface ContactRequest extends ContactForm {
  /** A honeypot: people never see this field, bots fill it. */
  readonly website: string;
}

export interface RefusedField {
  /** Name of the field in the form. */
  readonly path: string;
  readonly message: string;
}

/** `refused`: fields have to change first. `busy`: too many at once. `failed`: the server did not answer as expected. */
export type ContactAnswer =
  | { readonly outcome: 'stored' }
  | { readonly outcome: 'refused'; readonly fields: readonly RefusedField[] }
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'failed' };

/** Posts the contact form. Only 201 means that it is stored. Never throws: returns every outcome. */
export async function sendContactRequest(
  request: ContactRequest,
  send: typeof fetch = fetch,
): Promise<ContactAnswer> {
  try {
    const response = await send('/contact-requests', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    if (response.status === 201) return { outcome: 'stored' };
    if (response.status === 429) return { outcome: 'busy' };
    const fields = response.status === 400 ? refusedFields(await response.json()) : [];
    if (fields.length > 0) return { outcome: 'refused', fields };
    console.error(`The contact request was not stored: the server answered ${response.status}`);
  } catch (error) {
    console.error('The contact request was not stored', error);
  }
  return { outcome: 'failed' };
}

function refusedFields(body: unknown): readonly RefusedField[] {
  const fields = property(body, 'fields');
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field: unknown) => {
    const path = property(field, 'path');
    const message = property(field, 'message');
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
  });
}

function property(from: unknown, name: string): unknown {
  if (typeof from !== 'object' || from === null) return undefined;
  return (from as Record<string, unknown>)[name];
}
