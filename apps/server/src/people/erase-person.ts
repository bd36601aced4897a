import type { Clock } from '@kindling/conversation';
import type { ErasureReport, Person } from '@kindling/protocol';
import type { EraseCalls } from '../calls/erase-calls.ts';
import type { FileContents } from '../files/file-contents.ts';
import type { LogWriter } from '../logs/log-port.ts';
import type { OutboxFiles } from '../mail/outbox-files.ts';
import type { Database } from '../storage/database.ts';
import { isSiteOrg } from '../tokens/site-org.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseConversations } from './erase-conversations.ts';
import { eraseMail } from './erase-mail.ts';
import { type ErasedVisit, eraseVisitor } from './erase-visitor.ts';
import { findKept } from './find-kept.ts';
import { findMentions, findPerson } from './find-person.ts';
import { addressesOf } from './person-match.ts';

export interface ErasePersonOptions {
  readonly db: Database;
  readonly eraseCalls: EraseCalls;
  readonly outbox: Pick<OutboxFiles, 'removeAbout'>;
  readonly contents: Pick<FileContents, 'readText'>;
  readonly logs: Pick<LogWriter, 'flush'>;
  readonly clock: Clock;
}

/** Deletes everything an org keeps about a person; may be repeated. Nothing of it is kept, not even the report. */
export type ErasePerson = (orgId: string, person: Person) => Promise<ErasureReport>;

const NO_VISIT: ErasedVisit = { leads: 0, contactRequests: [], bookings: [] };

export function createErasePerson(options: ErasePersonOptions): ErasePerson {
  const { db, eraseCalls, clock } = options;
  return async (orgId, person) => {
    const startedAt = new Date(clock.now()).toISOString();
    const traces = await findPerson(db, orgId, person);
    const isSite = await isSiteOrg(db, orgId);
    // Calls first, with their files: if one cannot be deleted, all that leads to it is still there.
    const { calls, recordings, logs } = await eraseCalls(orgId, traces.calls);
    // What waits to be written to the log would come back afterwards.
    await options.logs.flush();
    const { account, visit, words, ...rest } = await db.transaction(async (tx) => {
      const conversations = await eraseConversations(tx, orgId, { person, traces });
      const account = await eraseAccount(tx, orgId, person);
      const visit = isSite ? await eraseVisitor(tx, person) : NO_VISIT;
      // Mail is the server's: others find there what is about their own tickets.
      const words = [
        ...(isSite ? addressesOf(person) : []),
        ...[...account.supportTickets, ...visit.contactRequests, ...visit.bookings],
      ];
      return { conversations, account, visit, words, mails: await eraseMail(tx, words) };
    });
    // The files after their rows: a mail under way would be written again otherwise.
    const files = await options.outbox.removeAbout(words);
    return {
      ...{ person, startedAt },
      finishedAt: new Date(clock.now()).toISOString(),
      deleted: {
        ...{ ...rest.conversations, ...account, ...visit, calls, recordings },
        logs: logs + rest.conversations.logs,
        supportTickets: account.supportTickets.length,
        contactRequests: visit.contactRequests.length,
        bookings: visit.bookings.length,
        mails: rest.mails + files,
      },
      mentionedIn: await findMentions(db, orgId, person),
      kept: await findKept(options, orgId, { person, isSite }),
    };
  };
}
