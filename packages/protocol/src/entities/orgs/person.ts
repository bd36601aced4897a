import { z } from 'zod';
import { callSchema } from '../calls/call.ts';
import { recordingSchema } from '../calls/recording.ts';
import { chatSchema } from '../chats/chat.ts';
import { sessionSchema } from '../chats/session.ts';
import { logSchema } from './log.ts';
import { supportTicketSchema } from './support-ticket.ts';

const given = (max: number) => z.string().trim().min(3).max(max).optional();

/** Who it is; whatever carries one of these is theirs. A name alone is not enough to tell people apart. */
export const personSchema = z
  .strictObject({
    number: given(40),
    email: given(320),
    sipUri: given(1_000),
    /** What the org itself calls them: `customer.externalId`, or the `customerId` of a log. */
    externalId: given(100),
    /** Calls known to be theirs, whatever the calls' own fields say. */
    callIds: z.array(z.uuid()).min(1).max(1_000).optional(),
    /** What a visitor reads beside their call: a call's id, or in a conversation in writing its session's. */
    references: z.array(z.uuid()).min(1).max(1_000).optional(),
  })
  .refine((person) => Object.keys(person).length > 0, {
    message: 'Say who it is: a number, an email, a sipUri, an externalId, callIds or references.',
  });
export type Person = z.infer<typeof personSchema>;

const moment = z.iso.datetime();
const fields = z.looseObject({});

/** Where a file of a recording can be downloaded for a day, by anyone with the link. */
const downloadSchema = z.object({ name: z.string(), downloadLink: z.url(), expiresAt: moment });

/** What is stored about a person's actions, besides the things themselves. */
const traceSchema = z.discriminatedUnion('kind', [
  /** An answer kept for a request that may be repeated. */
  z.looseObject({ kind: z.literal('answer'), id: z.string(), answer: fields }),
  /** A report that waits to be sent, or was. */
  z.looseObject({ kind: z.literal('job'), id: z.uuid(), about: z.string(), payload: fields }),
  /** A revoked key that is called after them. */
  z.looseObject({ kind: z.literal('keyName'), id: z.uuid(), name: z.string() }),
]);

/**
 * What is kept of a person, kind by kind, as it is exported. Erasure counts the same kinds: what is
 * added here is asked for by the compiler in both, and on the server.
 */
const personRecords = {
  calls: callSchema,
  /** Of their calls. */
  recordings: recordingSchema.extend({ downloads: z.array(downloadSchema) }),
  chats: chatSchema,
  sessions: sessionSchema,
  campaignCustomers: z.looseObject({ campaignId: z.uuid(), customer: fields }),
  logs: logSchema,
  supportTickets: supportTicketSchema,
  /** Invitations that were not accepted. */
  invitations: z.looseObject({ email: z.string(), role: z.string() }),
  /** Answers kept for repeated requests, reports that waited to be sent, names of old keys. */
  traces: traceSchema,
  /** Of the website, where the org is the one it belongs to. */
  leads: z.looseObject({ id: z.uuid(), email: z.string(), source: z.string() }),
  contactRequests: z.looseObject({ id: z.uuid(), form: fields }),
  bookings: z.looseObject({ id: z.uuid(), details: fields }),
  /** Rows of the queue (by id) and files of the outbox (by name), to them or about them. */
  mails: z.looseObject({
    id: z.string(),
    in: z.enum(['queue', 'outbox']),
    message: z.looseObject({ subject: z.string(), text: z.string() }),
  }),
} as const;

type PersonRecords = typeof personRecords;
export type PersonRecordKind = keyof PersonRecords;

/** In the order in which they are exported. */
export const PERSON_RECORD_KINDS = Object.keys(personRecords) as readonly PersonRecordKind[];

const count = z.number().int();
const counts = Object.fromEntries(PERSON_RECORD_KINDS.map((kind) => [kind, count])) as {
  readonly [K in PersonRecordKind]: typeof count;
};
const lists = Object.fromEntries(
  PERSON_RECORD_KINDS.map((kind) => [kind, z.array(personRecords[kind])]),
) as { readonly [K in PersonRecordKind]: z.ZodArray<PersonRecords[K]> };

/** Calls of others where the number, the email or the sipUri stands; look at them, at most 100. */
const mentionedIn = z.array(z.uuid());
/** At most 100 of each; `read` is what shows one. */
const othersSchema = z.object({
  kind: z.string(),
  ids: z.array(z.uuid()),
  why: z.string(),
  read: z.string(),
});

/** What was deleted, kind by kind. */
export const erasureReportSchema = z.object({
  person: personSchema,
  startedAt: moment,
  finishedAt: moment,
  deleted: z.object(counts),
  mentionedIn,
  /** What else speaks of them and was left: what it is, and why. */
  kept: z.array(othersSchema),
});
export type ErasureReport = z.infer<typeof erasureReportSchema>;

/** Everything that erasure would delete, as it is stored; secrets of servers, links and codes are left out. */
export const personExportSchema = z.object({
  person: personSchema,
  startedAt: moment,
  found: z.object(lists),
  mentionedIn,
  /** What else speaks of them and is not theirs: what it is, and why it is not in here. */
  leftOut: z.array(othersSchema),
  /** The last field: a document without it broke off. */
  finishedAt: moment,
});
export type PersonExport = z.infer<typeof personExportSchema>;
