import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { phoneNumberHandlers } from './handlers.ts';
import { createPhoneNumberStore } from './phone-number-store.ts';

export function registerPhoneNumbers({
  db,
  vault,
}: Pick<PlatformContext, 'db' | 'vault'>): HandlersOf<'phoneNumber'> {
  return phoneNumberHandlers(createPhoneNumberStore(db, vault));
}
