import { PostgrestClient } from '@supabase/postgrest-js';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../../testing/databases/test-databases.ts';
import {
  createListeningServer,
  type ListeningServer,
} from '../../../../testing/server/listening-server.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';
import { subscriptionTable } from '../../../platform/database/schema.ts';

const lead = { email: 'Ada@school.example', source: 'footer_contact_form' };
const denied = {
  code: '42501',
  details: null,
  hint: null,
  message: 'permission denied for table subscriptions',
};

/** The clients that are published, as they are, against a server that listens. */
for (const { name, missing, open } of testDatabases) {
  describe.skipIf(missing !== null)(`published clients on ${name}`, { timeout: 60_000 }, () => {
    let database: OpenDatabase;
    let server: ListeningServer;
    let origin: string;
    beforeAll(async () => {
      database = await open();
      server = await createListeningServer(database, { FORM_RATE_PER_IP: '100000' });
      origin = server.origin;
    }, 60_000);
    beforeEach(async () => void (await database.db.delete(subscriptionTable)));
    afterAll(() => server.close());

    const supabase = (key = server.publicKey) =>
      createClient(origin, key, {
        // As a browser would send it from the site's own page.
        global: { headers: { Origin: origin } },
        auth: { persistSession: false, autoRefreshToken: false },
      });
    const postgrest = (headers: Record<string, string> = {}) =>
      new PostgrestClient(`${origin}/rest/v1`, {
        headers: { apikey: server.publicKey, Origin: origin, ...headers },
      });
    const stored = async () => {
      const rows = await database.db.select().from(subscriptionTable);
      return rows.map((row) => [row.email, row.source]);
    };

    it('supabase-js inserts', async () => {
      const answer = await supabase().from('subscriptions').insert(lead);
      expect(answer).toMatchObject({ error: null, data: null, status: 201, count: null });
      expect(await stored()).toEqual([[lead.email, lead.source]]);
    });

    it('postgrest-js inserts, without a schema and without a bearer', async () => {
      const answer = await postgrest().from('subscriptions').insert(lead);
      expect([answer.error, answer.status]).toEqual([null, 201]);
      expect(await stored()).toHaveLength(1);
    });

    it('takes a list, and counts what was sent whether or not it was new', async () => {
      const rows = [lead, { ...lead, email: 'grace@school.example' }];
      const first = await supabase().from('subscriptions').insert(rows, { count: 'exact' });
      expect([first.status, first.count]).toEqual([201, 2]);
      const again = await supabase().from('subscriptions').insert(rows, { count: 'exact' });
      expect([again.status, again.count]).toEqual([201, 2]);
      expect(await stored()).toHaveLength(2);
    });

    it('answers a second insert of an address as the first', async () => {
      const table = supabase().from('subscriptions');
      const first = await table.insert(lead);
      const second = await table.insert({ ...lead, email: lead.email.toUpperCase() });
      expect(second).toEqual(first);
      expect(await stored()).toHaveLength(1);
    });

    it('takes defaultToNull: false', async () => {
      const options = { defaultToNull: false };
      const answer = await supabase().from('subscriptions').insert([lead], options);
      expect(answer.status).toBe(201);
    });

    it('gives no row back', async () => {
      const table = supabase().from('subscriptions');
      for (const answer of [
        await table.insert(lead).select(),
        await table.insert(lead).select('id').single(),
        await table.select(),
        await table.select('email').eq('email', lead.email).maybeSingle(),
        await table.select('*', { count: 'exact' }),
      ]) {
        expect([answer.status, answer.error, answer.data]).toEqual([401, denied, null]);
      }
      expect(await stored()).toEqual([]);
    });

    it('counts nothing for a HEAD', async () => {
      await supabase().from('subscriptions').insert(lead);
      const answer = await supabase()
        .from('subscriptions')
        .select('*', { head: true, count: 'exact' });
      expect([answer.status, answer.count]).toEqual([401, null]);
      expect(answer.error).not.toBeNull();
    });

    it('changes and deletes nothing', async () => {
      const table = supabase().from('subscriptions');
      await table.insert(lead);
      const update = await table.update({ email: 'x@y.example' }).eq('email', lead.email);
      const remove = await table.delete().eq('email', lead.email);
      expect([update.status, update.error]).toEqual([401, denied]);
      expect([remove.status, remove.error]).toEqual([401, denied]);
      expect(await stored()).toEqual([[lead.email, lead.source]]);
    });

    it('upserts nothing', async () => {
      const table = supabase().from('subscriptions');
      const ignoring = { onConflict: 'id', ignoreDuplicates: true };
      expect((await table.upsert(lead)).error).toEqual(denied);
      expect((await table.upsert(lead, ignoring)).error).toEqual(denied);
      // No unique index is on these columns as they are, so there is nothing to probe with.
      const probing = { onConflict: 'email,source', ignoreDuplicates: true };
      const probe = await table.upsert(lead, probing);
      expect([probe.status, probe.error?.code]).toEqual([400, '42P10']);
      const unknown = await table.upsert(lead, { onConflict: 'name' });
      expect([unknown.status, unknown.error?.code]).toEqual([400, '42703']);
      expect(await stored()).toEqual([]);
    });

    it('refuses rows that the policy does not allow', async () => {
      const rows: Record<string, unknown>[] = [
        { ...lead, source: 'elsewhere' },
        { ...lead, email: 'not an address' },
        { ...lead, email: null },
        { ...lead, email: `${'a'.repeat(260)}@school.example` },
        { email: lead.email },
        { source: lead.source },
        {},
      ];
      for (const row of rows) {
        const answer = await supabase().from('subscriptions').insert(row);
        expect([answer.status, answer.error]).toEqual([
          401,
          {
            code: '42501',
            details: null,
            hint: null,
            message: 'new row violates row-level security policy for table "subscriptions"',
          },
        ]);
      }
      expect(await stored()).toEqual([]);
    });

    it('stores none of a list when one is refused', async () => {
      const rows = [lead, { ...lead, source: 'elsewhere' }];
      expect((await supabase().from('subscriptions').insert(rows)).status).toBe(401);
      expect(await stored()).toEqual([]);
    });

    it('lets nobody choose id or time', async () => {
      for (const extra of [{ id: crypto.randomUUID() }, { created_at: '2020-01-01' }]) {
        const answer = await supabase()
          .from('subscriptions')
          .insert({ ...lead, ...extra });
        expect([answer.status, answer.error]).toEqual([401, denied]);
      }
    });

    it('knows no other column', async () => {
      for (const rows of [{ ...lead, name: 'Ada' }, [{ ...lead, name: 'Ada' }]]) {
        const answer = await supabase().from('subscriptions').insert(rows);
        expect([answer.status, answer.error]).toEqual([
          400,
          {
            code: 'PGRST204',
            details: null,
            hint: null,
            message: "Could not find the 'name' column of 'subscriptions' in the schema cache",
          },
        ]);
      }
    });

    it.each(['leads', 'booking', 'token', 'Subscriptions', 'öffentlich'])(
      'knows no table %s: an error, never a success',
      async (table) => {
        for (const answer of [
          await supabase().from(table).insert(lead),
          await supabase().from(table).select(),
        ]) {
          expect([answer.status, answer.data]).toEqual([404, null]);
          expect(answer.error).toEqual({
            code: 'PGRST205',
            details: null,
            hint: null,
            message: `Could not find the table 'public.${table}' in the schema cache`,
          });
        }
      },
    );

    it('knows no function and no other schema', async () => {
      const call = await supabase().rpc('now');
      expect([call.status, call.error?.code]).toEqual([404, 'PGRST202']);
      const other = await supabase().schema('pg_catalog').from('pg_roles').select();
      expect([other.status, other.error?.code]).toEqual([406, 'PGRST106']);
      const insert = await supabase().schema('private').from('subscriptions').insert(lead);
      expect(insert.error).toMatchObject({
        code: 'PGRST106',
        hint: 'Only the following schemas are exposed: public',
      });
    });

    it('refuses a key it does not know, and a private one', async () => {
      for (const key of ['kd_pub_wrong', server.privateKey]) {
        const answer = await supabase(key).from('subscriptions').insert(lead);
        expect([answer.status, answer.error?.message]).toEqual([401, 'Invalid API key']);
      }
      expect(await stored()).toEqual([]);
    });

    it('takes no session', async () => {
      const answer = await postgrest({ Authorization: 'Bearer nonsense' })
        .from('subscriptions')
        .insert(lead);
      expect([answer.status, answer.error]).toEqual([
        401,
        {
          code: 'PGRST301',
          details: null,
          hint: null,
          message: 'Expected 3 parts in JWT; got 1',
        },
      ]);
    });

    it('says so when the store is down', async () => {
      const down = await open();
      const other = await createListeningServer(down);
      try {
        const headers = { apikey: other.publicKey, Origin: other.origin };
        const client = new PostgrestClient(`${other.origin}/rest/v1`, { headers });
        await down.close();
        const answer = await client.from('subscriptions').insert(lead);
        expect([answer.status, answer.error]).toEqual([
          503,
          {
            code: 'PGRST000',
            details: null,
            hint: null,
            message: 'Database connection error. Retrying the connection.',
          },
        ]);
      } finally {
        // Its database is closed already.
        await other.close().catch(() => undefined);
      }
    });
  });
}
