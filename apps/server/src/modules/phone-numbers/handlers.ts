import type { PhoneNumberCreate } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { PhoneNumberStore } from './phone-number-store.ts';

/** Numbers are kept with who answers them; none rings until there is telephony. */
export function phoneNumberHandlers(store: PhoneNumberStore): HandlersOf<'phoneNumber'> {
  return {
    'phoneNumber.create': ({ token, body }) => {
      rejectPurchase(body);
      return store.create(token.orgId, body);
    },
    'phoneNumber.importTwilio': ({ token, body: { twilioPhoneNumber: number, ...form } }) =>
      store.create(token.orgId, { ...form, provider: 'twilio', number }),
    'phoneNumber.importVonage': ({ token, body: { vonagePhoneNumber: number, ...form } }) =>
      store.create(token.orgId, { ...form, provider: 'vonage', number }),
    'phoneNumber.list': ({ token, query }) => store.list(token.orgId, query),
    'phoneNumber.page': ({ token, query }) => store.page(token.orgId, query),
    'phoneNumber.get': ({ token, id }) => store.get(token.orgId, id),
    'phoneNumber.update': ({ token, id, body, ifMatch }) =>
      store.update(token.orgId, id, body, { ifMatch }),
    'phoneNumber.delete': ({ token, id, ifMatch }) => store.remove(token.orgId, id, { ifMatch }),
  };
}

/** A number of this server itself is a SIP address one chooses: digits would have to be bought. */
function rejectPurchase({ provider, sipUri, numberDesiredAreaCode }: PhoneNumberCreate): void {
  if (provider !== 'vapi' || (sipUri !== undefined && numberDesiredAreaCode === undefined)) return;
  const message =
    'No telephony is configured: this server cannot buy a number. Give a sipUri, or a number of your own carrier.';
  const path = numberDesiredAreaCode === undefined ? 'sipUri' : 'numberDesiredAreaCode';
  throw new ApiError('not_configured', message, { fields: [{ path, message }] });
}
