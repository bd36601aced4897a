import { beforeEach, describe, expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { contactRequestTable, subscriptionTable } from '../../../platform/database/schema.ts';
import { csvPages } from '../../../platform/requests/csv/csv-pages.ts';

const source = 'footer_contact_form';

describeWithServer('the export', (server, database) => {
  beforeEach(async () => {
    await database().db.delete(subscriptionTable);
    await database().db.delete(contactRequestTable);
  });
  const get = (path: string, key?: string | null) =>
    server().send('GET', path, key === undefined ? {} : { key });

  it('gives addresses, oldest first, as a file', async () => {
    await database()
      .db.insert(subscriptionTable)
      .values([
        { email: 'late@school.example', source, createdAt: new Date('2026-11-02T00:00:00Z') },
        { email: 'early@school.example', source, createdAt: new Date('2026-11-01T00:00:00.123Z') },
      ]);
    const { status, headers, json: csv } = await get('/leads/export');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    const [head, first, second, ...rest] = csv.split('\r\n');
    expect(head).toBe('id,email,source,created_at');
    expect(first).toMatch(
      /^[\w-]{36},early@school\.example,footer_contact_form,2026-11-01T00:00:00\.123Z$/,
    );
    expect(second).toContain('late@school.example');
    expect(rest).toEqual(['']);
  });

  it('is for the organisation that runs the website, and no other', async () => {
    const { json } = await server().send('POST', '/org', { body: { name: 'Another' } });
    for (const path of ['/leads/export', '/contact-requests/export', '/scheduling/api/bookings']) {
      const answer = await get(path, json.privateKey);
      expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
      expect((await get(path)).status).toBe(200);
    }
  });

  it('gives a header and nothing else when there is nothing', async () => {
    expect((await get('/leads/export')).json).toBe('id,email,source,created_at\r\n');
    expect((await get('/contact-requests/export')).json.split('\r\n')).toHaveLength(2);
  });

  it('gives each row once over many pages, equal times too', async () => {
    const rows = Array.from({ length: 1_234 }, (_, row) => ({
      email: `${row}@school.example`,
      source,
      createdAt: new Date(Date.UTC(2026, 10, 1) + Math.floor(row / 700)),
    }));
    await database().db.insert(subscriptionTable).values(rows);
    const lines = (await get('/leads/export')).json.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(1_234);
    expect(new Set(lines.map((line: string) => line.split(',')[1])).size).toBe(1_234);
    const times = lines.map((line: string) => line.split(',')[3]);
    expect(times).toEqual(times.toSorted());
  });

  it('gives what came since a moment', async () => {
    const at = (email: string, time: string) => ({ email, source, createdAt: new Date(time) });
    await database()
      .db.insert(subscriptionTable)
      .values([
        at('old@b.example', '2026-10-31T23:59:59Z'),
        at('new@b.example', '2026-11-01T00:00:00Z'),
      ]);
    for (const since of ['2026-11-01', '2026-11-01T00:00:00Z', '2026-11-01T01:00:00%2B01:00']) {
      const { json } = await get(`/leads/export?since=${since}`);
      expect(json).toContain('new@b.example');
      expect(json).not.toContain('old@b.example');
    }
  });

  it.each(['since=yesterday', 'since=2026-13-01', 'since=', 'until=2026-11-01'])(
    'refuses ?%s',
    async (query) => {
      const { status, json } = await get(`/leads/export?${query}`);
      expect([status, json.code]).toEqual([400, 'bad_request']);
    },
  );

  it('gives contact requests, and no formula in them', async () => {
    const form = {
      fullName: '=HYPERLINK("https://evil.example")',
      email: 'ada@school.example',
      phoneNumber: '+1 212 555 0148',
      institution: '@school',
      numberOfStudents: '-1+1',
      serviceOfInterest: '\tplugins',
      problemDescription: 'Two lines,\nwith a "quote".',
    };
    const id = crypto.randomUUID();
    await database()
      .db.insert(contactRequestTable)
      .values({ id, form, createdAt: new Date(0) });
    const { status, json: csv } = await get('/contact-requests/export');
    expect(status).toBe(200);
    expect(csv).toBe(
      'id,created_at,full_name,email,phone_number,institution,number_of_students,service_of_interest,problem_description\r\n' +
        `${id},1970-01-01T00:00:00.000Z,"'=HYPERLINK(""https://evil.example"")",ada@school.example,` +
        `'+1 212 555 0148,'@school,'-1+1,"'\tplugins","Two lines,\nwith a ""quote""."\r\n`,
    );
  });

  it.each(['/leads/export', '/contact-requests/export'])(
    'cannot be read without a private key: %s',
    async (path) => {
      await database().db.insert(subscriptionTable).values({ email: 'ada@school.example', source });
      const expired = await server().addToken({
        kind: 'private',
        name: 'old',
        expiresAt: new Date(0),
      });
      for (const [key, status, code] of [
        [null, 401, 'unauthenticated'],
        ['kd_prv_wrong', 401, 'unauthenticated'],
        [expired, 401, 'token_expired'],
        [server().publicKey, 403, 'forbidden'],
      ] as const) {
        const answer = await get(path, key);
        expect([answer.status, answer.json.code]).toEqual([status, code]);
        expect(JSON.stringify(answer.json)).not.toContain('ada@school.example');
      }
      const asApikey = await server().fetch(path, { headers: { apikey: server().publicKey } });
      expect(asApikey.status).toBe(401);
    },
  );

  it('takes GET only', async () => {
    const { status, json, headers } = await server().send('POST', '/leads/export', { body: {} });
    expect([status, json.code, headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ]);
    expect((await get('/leads')).json.code).toBe('not_found');
  });
});

describe('csvPages', () => {
  it('reads a page only when it is asked for one', async () => {
    let reads = 0;
    const row = { id: 'a', createdAt: new Date(0) };
    const pages = csvPages({
      columns: [['id', (it) => it.id]],
      readPage: async () => {
        reads += 1;
        return [row];
      },
    });
    await pages.next();
    expect(reads).toBe(0);
    await pages.next();
    expect(reads).toBe(1);
    await pages.return(undefined);
    expect((await pages.next()).done).toBe(true);
    expect(reads).toBe(1);
  });
});
