import type { Clock } from '@kindling/protocol/clock';
import type { Database } from '../../platform/database/database.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Invitations } from './booking-record.ts';
import type { ManageTokens } from './manage-token.ts';
import type { Schedule } from './settings/schedule-schema.ts';

/** What every part of the scheduling service works with. */
export interface SchedulingContext {
  readonly db: Database;
  readonly schedule: Schedule;
  readonly tokens: ManageTokens;
  readonly mail: MailQueue;
  readonly invitations: Invitations;
  readonly clock: Pick<Clock, 'now'>;
}
