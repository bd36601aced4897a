import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../testing/databases/test-databases.ts';
import { startTestSmtp } from '../../../testing/receivers/test-smtp.ts';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { singleNode } from '../cluster/single-node.ts';
import type { OpenDatabase } from '../database/database.ts';
import { jobTable } from '../database/platform-tables.ts';
import { type MailMessage, mailTable } from '../database/schema.ts';
import { createJobs } from '../jobs/create-jobs.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createMailQueue } from './create-mail-queue.ts';
import { createMailTransport } from './create-mail-transport.ts';
import { deliverMail } from './deliver-mail.ts';
import { MAIL_JOB } from './mail-job.ts';

const MINUTE = 60_000;
const SECRET = 'https://school.example/scheduling/booking/1#secret';

const template = (subject = 'Booked'): MailMessage => ({
  to: { name: 'Ada', address: 'ada@school.example' },
  subject,
  text: `Change it: ${SECRET}`,
});

for (const { name, missing, open } of testDatabases) {
  describe.skipIf(missing !== null)(`mail queue on ${name}`, { timeout: 60_000 }, () => {
    let database: OpenDatabase;
    let cleanups: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      database = await open();
    }, 60_000);
    afterEach(async () => {
      for (const cleanUp of cleanups.reverse()) await cleanUp();
      cleanups = [];
      await database.db.delete(mailTable);
      await database.db.delete(jobTable);
    });
    afterAll(() => database.close());

    async function openQueue(smtpUrl: string | null, clock = createManualClock()) {
      const outboxFolder = join(await mkdtemp(join(tmpdir(), 'kindling-mail-')), 'outbox');
      const logged: string[] = [];
      const metrics = createMetrics();
      const config = {
        smtpUrl,
        outboxFolder,
        from: 'Kindling <hello@kindling.example>',
        notify: '',
      };
      const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) });
      const { db } = database;
      const jobs = createJobs({ db, clock, log });
      const transport = createMailTransport(config);
      await deliverMail({ db, jobs, transport, config, clock, log, metrics });
      const queue = {
        ...createMailQueue({ jobs, config, clock }),
        start: jobs.start,
        settled: jobs.settled,
        async close() {
          await jobs.close();
          transport.close();
        },
      };
      cleanups.push(
        () => queue.close(),
        () => rm(join(outboxFolder, '..'), { recursive: true }),
      );
      const owe = (...messages: MailMessage[]) =>
        database.db.transaction((tx) => queue.enqueue(tx, messages));
      /** Lets time pass and waits for what it caused. */
      const pass = async (ms: number) => {
        clock.advance(ms);
        await queue.settled();
      };
      return { queue, clock, owe, pass, metrics, logged, outboxFolder };
    }

    async function openSmtp(login?: { user: string; pass: string }) {
      const smtp = await startTestSmtp(login);
      cleanups.push(() => smtp.close());
      return smtp;
    }

    /** Each mail, and when it is tried next. */
    const rows = () =>
      database.db
        .select({ ...getTableColumns(mailTable), nextAttemptAt: jobTable.dueAt })
        .from(mailTable)
        .leftJoin(jobTable, eq(jobTable.id, mailTable.id))
        .orderBy(asc(mailTable.createdAt));
    const storedJobs = async () => JSON.stringify(await database.db.select().from(jobTable));

    it('hands what was committed to the mail server, once', async () => {
      const smtp = await openSmtp();
      const { queue, owe, logged, metrics } = await openQueue(smtp.url);
      expect(queue.delivery).toBe('smtp');
      await owe(template('one'), template('two'));
      queue.start();
      await queue.settled();
      queue.wake();
      await queue.settled();
      const mails = await Promise.all(smtp.received.map(({ raw }) => PostalMime.parse(raw)));
      expect(mails.map(({ subject }) => subject).sort()).toEqual(['one', 'two']);
      expect(smtp.received[0]).toMatchObject({
        from: 'hello@kindling.example',
        to: ['ada@school.example'],
      });
      expect(mails[0]?.text).toContain(SECRET);
      expect(await metrics.text()).toMatch(/kindling_mail_sent_total 2\n/);
      expect(await metrics.text()).toMatch(/kindling_mail_waiting 0\n/);
      expect(logged.join('')).not.toMatch(/ada@|Booked|secret/);
      expect(logged.filter((line) => line.includes('mail sent'))).toHaveLength(2);
      expect(logged.filter((line) => line.includes('job done'))).toHaveLength(0);
    });

    it('forgets what a mail said once it left', async () => {
      const smtp = await openSmtp();
      const { queue, owe } = await openQueue(smtp.url);
      await owe(template());
      queue.start();
      await queue.settled();
      const [row] = await rows();
      expect(row).toMatchObject({ attempts: 1, nextAttemptAt: null, lastError: null });
      expect(row?.sentAt).not.toBeNull();
      expect(JSON.stringify(row)).not.toContain('secret');
    });

    it('owes nothing for a transaction that was rolled back', async () => {
      const { queue } = await openQueue(null);
      const rolledBack = database.db.transaction(async (tx) => {
        await queue.enqueue(tx, [template()]);
        throw new Error('no');
      });
      await expect(rolledBack).rejects.toThrow('no');
      expect(await rows()).toEqual([]);
    });

    it('sends nothing before it is started, and looks by itself when nobody wakes it', async () => {
      const smtp = await openSmtp();
      const { queue, owe, pass } = await openQueue(smtp.url);
      await owe(template());
      queue.wake();
      await queue.settled();
      expect(smtp.received).toHaveLength(0);
      queue.start();
      await queue.settled();
      expect(smtp.received).toHaveLength(1);
      await owe(template());
      await pass(MINUTE);
      expect(smtp.received).toHaveLength(2);
    });

    it.each([
      ['a 451 to the recipient', { kind: 'refuse', at: 'recipient', code: 451 }],
      ['a 421 to the content', { kind: 'refuse', at: 'data', code: 421 }],
      ['a lost connection', { kind: 'drop' }],
      ['a 553 to our own address', { kind: 'refuse', at: 'sender', code: 553 }],
    ] as const)('tries again after %s', async (_title, behaviour) => {
      const smtp = await openSmtp();
      smtp.behave(behaviour);
      const { queue, owe, pass, metrics } = await openQueue(smtp.url);
      await owe(template());
      queue.start();
      await queue.settled();
      expect(await rows()).toMatchObject([{ attempts: 1, sentAt: null }]);
      await pass(MINUTE - 1_000);
      expect(await rows()).toMatchObject([{ attempts: 1 }]);
      await pass(2_000);
      expect(await rows()).toMatchObject([{ attempts: 2, sentAt: null }]);
      expect((await rows())[0]?.lastError).not.toBeNull();
      smtp.behave({ kind: 'accept' });
      for (let minute = 0; minute < 6; minute += 1) await pass(MINUTE);
      expect(smtp.received).toHaveLength(1);
      expect(await rows()).toMatchObject([{ attempts: 3, nextAttemptAt: null, lastError: null }]);
      expect(await metrics.text()).toContain('kindling_mail_failed_total{outcome="retry"} 2');
    });

    it.each(['recipient', 'data'] as const)(
      'gives up at once after a 550 to the %s',
      async (at) => {
        const smtp = await openSmtp();
        smtp.behave({ kind: 'refuse', at, code: 550 });
        const { queue, owe, logged, metrics } = await openQueue(smtp.url);
        await owe(template());
        queue.start();
        await queue.settled();
        const [row] = await rows();
        expect(row).toMatchObject({ attempts: 1, sentAt: null, nextAttemptAt: null });
        expect(row?.lastError).toContain('not today');
        const errors = logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
        expect(errors).toMatchObject([{ mail: row?.id, responseCode: 550, msg: 'mail given up' }]);
        expect(logged.join('')).not.toMatch(/ada@|Booked|secret/);
        // A reply repeats the address: it is in the mail's row, where an erasure finds it.
        expect(await storedJobs()).not.toMatch(/ada@|Booked|secret|not today/);
        expect(await metrics.text()).toContain('kindling_mail_failed_total{outcome="given_up"} 1');
        expect(await metrics.text()).toMatch(/kindling_mail_waiting 0\n/);
      },
    );

    it('keeps mail through a wrong password, which the operator can mend', async () => {
      const wrong = await openSmtp({ user: 'school', pass: 'wrong' });
      const { queue, owe, clock } = await openQueue(wrong.url);
      await owe(template());
      queue.start();
      await queue.settled();
      await queue.close();
      expect((await rows())[0]?.nextAttemptAt).not.toBeNull();
      const right = await openSmtp();
      clock.advance(MINUTE);
      const { queue: mended, metrics } = await openQueue(right.url, clock);
      expect(await metrics.text()).toMatch(/kindling_mail_waiting 1\n/);
      mended.start();
      await mended.settled();
      expect(right.received).toHaveLength(1);
    });

    it('gives up after two days without a server', async () => {
      // Nobody is ever given this port, whatever else is tested meanwhile.
      const { queue, owe, pass, logged } = await openQueue('smtp://127.0.0.1:1');
      await owe(template());
      queue.start();
      await queue.settled();
      for (let hour = 0; hour < 49 * 4; hour += 1) await pass(15 * MINUTE);
      const [row] = await rows();
      expect(row).toMatchObject({ sentAt: null, nextAttemptAt: null, attempts: 16 });
      expect(logged.filter((line) => line.includes('mail given up'))).toHaveLength(1);
    });

    it('one mail that is refused does not stop those behind it', async () => {
      const smtp = await openSmtp();
      const { queue, owe } = await openQueue(smtp.url);
      await owe({ ...template(), to: { name: '', address: 'no address' } }, template('fine'));
      queue.start();
      await queue.settled();
      expect(smtp.received).toHaveLength(1);
      const unsent = (await rows()).filter(({ sentAt }) => sentAt === null);
      expect(unsent).toMatchObject([{ attempts: 1, nextAttemptAt: null }]);
    });

    it('sends again, under the same Message-ID, what a crash left unmarked', async () => {
      const smtp = await openSmtp();
      const { queue, owe, clock, pass } = await openQueue(smtp.url);
      await owe(template());
      const now = clock.now();
      // A worker that claims, sends and dies before it marks.
      const claimed = await createJobStore(database.db, singleNode).claim(
        MAIL_JOB,
        new Date(now),
        new Date(now + 2 * MINUTE),
      );
      expect(claimed?.attempt).toBe(1);
      queue.start();
      await queue.settled();
      expect(smtp.received).toHaveLength(0);
      for (let minute = 0; minute < 4; minute += 1) await pass(MINUTE);
      expect(smtp.received).toHaveLength(1);
      const mail = await PostalMime.parse(smtp.received[0]?.raw ?? '');
      expect(mail.messageId).toBe(`<${claimed?.id}@kindling.example>`);
    });

    it('owes nothing for a mail that was erased while it waited', async () => {
      const smtp = await openSmtp();
      const { queue, owe, logged } = await openQueue(smtp.url);
      await owe(template());
      await database.db.delete(mailTable);
      queue.start();
      await queue.settled();
      expect(smtp.attempts).toBe(0);
      expect(logged.filter((line) => /"level":[45]0/.test(line))).toEqual([]);
    });

    it('does not send again what left before a crash: crash-after-mark', async () => {
      const smtp = await openSmtp();
      const { queue, owe, pass } = await openQueue(smtp.url);
      await owe(template());
      queue.start();
      await queue.settled();
      await database.db.update(jobTable).set({ dueAt: new Date(0), finishedAt: null });
      await pass(MINUTE);
      expect(smtp.received).toHaveLength(1);
      expect(await rows()).toMatchObject([{ attempts: 1, nextAttemptAt: null, lastError: null }]);
    });

    it('two workers never send one mail twice', async () => {
      const smtp = await openSmtp();
      const one = await openQueue(smtp.url);
      const other = await openQueue(smtp.url, one.clock);
      await one.owe(...Array.from({ length: 30 }, (_, index) => template(`number ${index}`)));
      one.queue.start();
      other.queue.start();
      await Promise.all([one.queue.settled(), other.queue.settled()]);
      const ids = await Promise.all(
        smtp.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
      );
      expect(ids).toHaveLength(30);
      expect(new Set(ids).size).toBe(30);
    });

    it('writes whole files that sort by time into the outbox, for their owner alone', async () => {
      const { queue, owe, clock, outboxFolder } = await openQueue(null);
      expect(queue.delivery).toBe('outbox');
      await owe(template('first'));
      clock.advance(1_000);
      await owe(template('second'));
      queue.start();
      await queue.settled();
      const names = (await readdir(outboxFolder)).sort();
      const files = names.map((file) => join(outboxFolder, file));
      const subjects = await Promise.all(
        files.map(async (file) => (await PostalMime.parse(await readFile(file))).subject),
      );
      expect(subjects).toEqual(['first', 'second']);
      expect(names[0]).toMatch(/^20260101T000000\.000Z-[0-9a-f-]{36}\.eml$/);
      for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await stat(outboxFolder)).mode & 0o777).toBe(0o700);
    });

    it('a stop waits for the mail under way', async () => {
      const smtp = await openSmtp();
      smtp.behave({ kind: 'hold' });
      const { queue, owe } = await openQueue(smtp.url);
      await owe(template('one'), template('two'));
      queue.start();
      await expect.poll(() => smtp.attempts).toBe(1);
      const closing = queue.close();
      smtp.release();
      await closing;
      expect(smtp.received).toHaveLength(1);
      const left = (await rows()).filter(({ sentAt }) => sentAt === null);
      expect(left).toMatchObject([{ attempts: 0 }]);
      queue.wake();
      await queue.settled();
      expect(smtp.attempts).toBe(1);
    });

    it('a stop leaves a mail that a server will not take to the next start', async () => {
      const smtp = await openSmtp();
      smtp.behave({ kind: 'hold' });
      const { queue, owe, clock } = await openQueue(smtp.url);
      await owe(template());
      queue.start();
      await expect.poll(() => smtp.attempts).toBe(1);
      const closing = queue.close();
      clock.advance(5_000);
      await closing;
      smtp.behave({ kind: 'accept' });
      const { queue: next } = await openQueue(smtp.url, clock);
      next.start();
      await next.settled();
      expect(smtp.received).toHaveLength(1);
    });

    it('is tried once more as the operator’s handbook says', async () => {
      const smtp = await openSmtp();
      smtp.behave({ kind: 'refuse', at: 'recipient', code: 550 });
      const { queue, owe, pass } = await openQueue(smtp.url);
      await owe(template());
      queue.start();
      await queue.settled();
      smtp.behave({ kind: 'accept' });
      const handbook = await readFile(
        new URL('../../../../../docs/operate/mail.md', import.meta.url),
        'utf8',
      );
      const [, list = '', retry = ''] =
        /```sql\n(select[^;]+;)\n(insert[^;]+;)/.exec(handbook) ?? [];
      const [mail] = await rows();
      const { rows: givenUp } = (await database.db.execute(sql.raw(list))) as unknown as {
        rows: { id: string }[];
      };
      expect(givenUp.map(({ id }) => id)).toEqual([mail?.id]);
      const again = retry.replaceAll('…', String(mail?.id)).replaceAll('now()', "'2026-01-01Z'");
      await database.db.execute(sql.raw(again));
      await pass(MINUTE);
      expect(smtp.received).toHaveLength(1);
      await database.db.delete(jobTable);
      await database.db.update(mailTable).set({ sentAt: null });
      await database.db.execute(sql.raw(again));
      await pass(MINUTE);
      expect(smtp.received).toHaveLength(2);
    });

    it('hangs up on a server that does not answer, and tries again', async () => {
      const smtp = await openSmtp();
      smtp.behave({ kind: 'hold' });
      const { queue, owe, pass } = await openQueue(smtp.url);
      await owe(template());
      queue.start();
      await expect.poll(() => smtp.attempts).toBe(1);
      await pass(90_000);
      expect(await rows()).toMatchObject([{ attempts: 1, sentAt: null }]);
      smtp.behave({ kind: 'accept' });
      await pass(MINUTE + 1_000);
      expect(smtp.received).toHaveLength(1);
    });
  });
}
