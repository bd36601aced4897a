import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { addOrgRows } from '../../../testing/databases/org-rows.ts';

/** Which table breaks, and how. */
type Breakage = readonly [table: string, event: 'insert' | 'update' | 'delete', when?: string];

describeOnBothDatabases(
  'a change of which the second half fails leaves nothing',
  (server, database) => {
    let ids: Record<string, string> = {};
    let orgId = '';
    let key = '';
    const send = (method: string, path: string, body: object = {}) =>
      server().send(method, path, { key, body });
    beforeAll(async () => {
      server().parts.model.otherwise('I see.');
      const org = await server().send('POST', '/org', { body: { name: 'Whole' } });
      ({ id: orgId, privateKey: key } = org.json);
      ids = { ...(await addOrgRows(database().db, orgId, 'whole')).ids };
      const made = await send('POST', '/assistant', { name: 'Ada' });
      const session = await send('POST', '/session', { assistantId: made.json.id });
      Object.assign(ids, { made: made.json.id, talk: session.json.id });
      // What is on the disk goes before its rows, and cannot come back: calls here have none.
      await database().db.execute(sql`delete from recording`);
    });

    /** Everything that is stored, but what is written of requests. */
    async function dump(): Promise<string> {
      const { db } = database();
      const { rows } = (await db.execute(
        sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
      )) as unknown as { rows: { name: string }[] };
      const all: string[] = [];
      for (const { name } of rows) {
        if (name === 'log') continue;
        const table = sql.identifier(name);
        const stored = (await db.execute(
          sql`select ${table}::text as row from ${table} order by 1`,
        )) as unknown as { rows: { row: string }[] };
        all.push(name, ...stored.rows.map(({ row }) => row));
      }
      return all.join('\n');
    }

    /** Runs `act` while each statement of that kind on the table fails. */
    async function breaking<T>(
      [table, event, when = 'true']: Breakage,
      act: () => Promise<T>,
    ): Promise<T> {
      const { db } = database();
      await db.execute(
        sql`create or replace function break_it() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
      );
      await db.execute(
        sql.raw(
          `create trigger broken before ${event} on ${table} for each row when (${when}) execute function break_it()`,
        ),
      );
      try {
        return await act();
      } finally {
        await db.execute(sql.raw(`drop trigger broken on ${table}`));
      }
    }

    const ticket = {
      category: 'bug-report',
      bugSubcategory: 'latency',
      subject: 'Slow',
      message: 'It takes four seconds to answer.',
    };
    const campaign = () => ({
      name: 'Invite',
      assistantId: ids.assistant,
      phoneNumberId: ids.phone_number,
      customers: [{ number: '+14155550148' }, { number: '+14155550149' }],
    });
    const SECOND = "new.body ->> 'name' = 'two'";
    const cases: readonly [string, Breakage, string, () => string, () => object][] = [
      [
        'an organisation with its key',
        ['token', 'insert'],
        'POST',
        () => '/org',
        () => ({ name: 'x' }),
      ],
      [
        'an organisation with its settings',
        ['org_settings', 'insert'],
        'POST',
        () => '/org',
        () => ({ channel: 'default' }),
      ],
      [
        'a campaign with its customers',
        ['campaign_call', 'insert'],
        'POST',
        () => '/campaign',
        campaign,
      ],
      ['a campaign with its job', ['job', 'insert'], 'POST', () => '/campaign', campaign],
      [
        'many templates at once',
        ['template', 'insert', SECOND],
        'POST',
        () => '/template',
        () => ['one', 'two'].map((name) => ({ type: 'tool', name, details: { type: 'endCall' } })),
      ],
      ['a ticket with its mail', ['mail', 'insert'], 'POST', () => '/support/ticket', () => ticket],
      [
        ...(['invitations with their mails', ['mail', 'insert'], 'POST'] as const),
        () => `/org/${orgId}/invite`,
        () => ({ emails: ['one@school.example', 'two@school.example'], role: 'viewer' }),
      ],
      [
        'an assistant with its version',
        ['assistant_version', 'insert'],
        'POST',
        () => '/assistant',
        () => ({ name: 'x' }),
      ],
      [
        ...([
          'a change of an assistant with its version',
          ['assistant_version', 'insert'],
          'PATCH',
        ] as const),
        () => `/assistant/${ids.made}`,
        () => ({ name: 'Bea' }),
      ],
      [
        ...(['what is said in a chat, and in its session', ['session', 'update'], 'POST'] as const),
        () => '/chat',
        () => ({ sessionId: ids.talk, input: 'Hello.' }),
      ],
      [
        'a role with the keys of it',
        ['token', 'update'],
        'PATCH',
        () => `/org/${orgId}/role`,
        () => ({ userId: ids.app_user, role: 'editor' }),
      ],
      [
        'who leaves with their keys',
        ['org_member', 'delete'],
        'DELETE',
        () => `/org/${orgId}/member/${ids.app_user}/leave`,
        () => ({}),
      ],
      ['a call with its log', ['call', 'delete'], 'DELETE', () => `/call/${ids.call}`, () => ({})],
      [
        'an organisation with what is its',
        ['call', 'delete'],
        'DELETE',
        () => `/org/${orgId}`,
        () => ({}),
      ],
    ];

    it.each(cases)('%s', async (_, breakage, method, path, body) => {
      const before = await dump();
      const answer = await breaking(breakage, () => send(method, path(), body()));
      expect([answer.status, answer.json.code]).toEqual([500, 'internal']);
      expect(JSON.stringify(answer.json)).not.toContain('broken');
      expect(await dump()).toBe(before);
    });

    it('and the same key of repetition may be tried again', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const ask = () => server().send('POST', '/org', { key, body: { name: 'Again' }, headers });
      expect((await breaking(['token', 'insert'], ask)).status).toBe(500);
      expect((await ask()).status).toBe(201);
    });
  },
);
