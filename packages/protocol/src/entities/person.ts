import { z } from 'zod';

const given = (max: number) => z.string().trim().min(3).max(max).optional();

/** Who it is; whatever carries one of these is theirs. A name alone is not enough to tell people apart. */
export const personSchema = z
  .strictObject({
    number: given(40),
    email: given(320),
    sipUri: given(1_000),
    /** What the org itself calls them: `customer.externalId`, or the `customerId` of a log. */
    externalId: given(100),
    /** Calls known to be theirs, whoever the calls say. */
    callIds: z.array(z.uuid()).min(1).max(1_000).optional(),
    /** What a visitor reads beside their call: a call's id, or in a conversation in writing its session's. */
    references: z.array(z.uuid()).min(1).max(1_000).optional(),
  })
  .refine((person) => Object.keys(person).length > 0, {
    message: 'Say who it is: a number, an email, a sipUri, an externalId, callIds or references.',
  });
export type Person = z.infer<typeof personSchema>;

const count = z.number().int();

/** What was deleted, kind by kind. */
export const erasureReportSchema = z.object({
  person: personSchema,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  deleted: z.object({
    calls: count,
    recordings: count,
    chats: count,
    sessions: count,
    campaignCustomers: count,
    logs: count,
    supportTickets: count,
    /** Invitations that were not accepted. */
    invitations: count,
    /** Answers kept for repeated requests, reports that waited to be sent, names of old keys. */
    traces: count,
    /** Of the website, where the org is the one it belongs to. */
    leads: count,
    contactRequests: count,
    bookings: count,
    /** Rows of the queue and files of the outbox, to them or about them. */
    mails: count,
  }),
  /** Calls of others where the number, the email or the sipUri stands; look at them, at most 100. */
  mentionedIn: z.array(z.uuid()),
  /** What else speaks of them and was left: what it is, at most 100 of each, and why. */
  kept: z.array(z.object({ kind: z.string(), ids: z.array(z.uuid()), why: z.string() })),
});
export type ErasureReport = z.infer<typeof erasureReportSchema>;
