import type { Clock } from '@kindling/protocol/clock';
import type { Database } from '../../platform/database/database.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { PlatformContext } from '../../platform/platform-context.ts';
import type { Invitations } from './booking-record.ts';
import { createInvitations } from './invitations/create-invitations.ts';
import { createManageTokens, type ManageTokens } from './manage-token.ts';
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

type Opened = Pick<PlatformContext, 'config' | 'clock' | 'db' | 'mail' | 'secrets'> &
  Pick<SchedulingContext, 'schedule'>;

export function createSchedulingContext(opened: Opened): SchedulingContext {
  const { config, clock, db, mail, schedule, secrets } = opened;
  return {
    clock,
    db,
    mail,
    schedule,
    tokens: createManageTokens(secrets.booking),
    invitations: createInvitations(config.mail),
  };
}
