import type { AnyCallCreate } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';

const NUMBERS = ['phoneNumberId', 'phoneNumber', 'customers', 'customerId'] as const;
/** Names under which published clients ask for a call in the browser. */
const WEB_TRANSPORTS: ReadonlySet<string> = new Set(['daily', 'web', 'kindling']);

/** @throws for what only a telephone, or a connection this server does not have, could carry */
export function rejectTelephony(form: AnyCallCreate): void {
  const field = telephoneField(form);
  if (field !== null) throw noTelephony(form);
  const transport = form.transport?.provider;
  if (transport !== undefined && !WEB_TRANSPORTS.has(transport))
    throw badField(
      'transport.provider',
      `this server does not carry calls over "${transport}". Leave it out for a web call.`,
    );
  if (form.schedulePlan !== undefined)
    throw badField(
      'schedulePlan',
      'a web call begins when a participant joins it; only telephone calls can be scheduled.',
    );
}

/** No telephony is configured: nobody can be called, and nobody calls. */
export function noTelephony(form: AnyCallCreate): ApiError {
  const message =
    'No telephony is configured: this server cannot call a phone number. Start a web call with POST /call/web.';
  const path = telephoneField(form) ?? 'phoneNumberId';
  return new ApiError('not_configured', message, { fields: [{ path, message }] });
}

function telephoneField(form: AnyCallCreate): string | null {
  const named = NUMBERS.find((field) => form[field] !== undefined);
  if (named !== undefined) return named;
  if (form.customer?.number) return 'customer.number';
  return form.customer?.sipUri ? 'customer.sipUri' : null;
}
