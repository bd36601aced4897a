import { acceptedInviteSchema, type Role, type User } from '@kindling/protocol';
import { desc } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { ORIGIN } from '../../../testing/server/test-server.ts';
import { mailTable } from '../../platform/database/schema.ts';

describeOnBothDatabases(
  'people of an organisation',
  (server, database) => {
    let orgId = '';
    let key = '';

    beforeEach(async () => {
      const { json } = await server().send('POST', '/org', { body: { name: 'School\r\nBcc: x' } });
      [orgId, key] = [json.id, json.privateKey];
    });

    const at = (method: string, path: string, body?: unknown, by = key) =>
      server().send(method, `/org/${orgId}${path}`, { key: by, ...(body ? { body } : {}) });
    const invite = (emails: string[], role: Role = 'viewer', more: object = {}) =>
      at('POST', '/invite', { emails, role, ...more });
    const lastMail = async () => {
      const newest = desc(mailTable.createdAt);
      const [mail] = await database().db.select().from(mailTable).orderBy(newest).limit(1);
      await database().db.delete(mailTable);
      return mail?.message;
    };
    const codeOf = async () => {
      const link = /https?:\S+code=\S+/.exec((await lastMail())?.text ?? '')?.[0] ?? '';
      return new URL(link).searchParams.get('code') ?? '';
    };
    const accept = (code: string, more: object = {}) =>
      server().send('POST', '/invite/accept', { key: null, body: { code, ...more } });
    const join = async (email: string, role: Role) => {
      expect((await invite([email], role)).status).toBe(201);
      return acceptedInviteSchema.parse((await accept(await codeOf())).json);
    };
    const users = async (): Promise<User[]> => (await at('GET', '/user')).json;

    it('invites by mail, and who accepts gets a key of that role', async () => {
      const invited = await invite(['Ada@School.example', 'ada@school.example'], 'editor');
      expect(invited.json).toMatchObject([
        { email: 'ada@school.example', role: 'editor', acceptedAt: null },
      ]);
      const mail = await lastMail();
      expect(mail?.to.address).toBe('ada@school.example');
      expect(mail?.subject).not.toContain('\n');
      const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
      expect(link.startsWith(`${ORIGIN}/invitation?code=`)).toBe(true);
      const code = new URL(link).searchParams.get('code') ?? '';
      const answer = await accept(code, { fullName: ' Ada Lovelace ' });
      expect(answer.status).toBe(201);
      const { privateKey, user } = acceptedInviteSchema.parse(answer.json);
      expect(user).toMatchObject({ fullName: 'Ada Lovelace', role: 'editor' });
      expect(await users()).toEqual([user]);
      const write = await server().send('POST', '/assistant', { key: privateKey, body: {} });
      expect(write.status).toBe(201);
      expect(
        (await at('POST', '/invite', { emails: ['b@c.example'], role: 'admin' }, privateKey))
          .status,
      ).toBe(403);
      expect((await accept(code)).json.code).toBe('not_found');
    });

    it('keeps an invitation for seven days, and the newest code alone', async () => {
      await invite(['ada@school.example']);
      const first = await codeOf();
      await invite(['ada@school.example'], 'admin');
      const second = await codeOf();
      expect((await accept(first)).status).toBe(404);
      server().clock.advance(7 * 24 * 60 * 60_000 + 1);
      expect((await accept(second)).status).toBe(404);
      expect((await users())[0]).toMatchObject({ role: 'admin', acceptedAt: null });
    });

    it('invites nobody when one of them is there already', async () => {
      await join('ada@school.example', 'viewer');
      const answer = await invite(['new@school.example', 'ADA@school.example']);
      expect([answer.status, answer.json.fields[0].path]).toEqual([409, 'emails.1']);
      expect(await users()).toHaveLength(1);
      expect(await lastMail()).toBeUndefined();
    });

    it('sends codes only to pages that the operator knows', async () => {
      const foreign = await invite(['a@b.example'], 'viewer', {
        redirectTo: 'https://evil.example/',
      });
      expect([foreign.status, foreign.json.fields[0].path]).toEqual([400, 'redirectTo']);
      const redirectTo = 'https://listed.example/join?from=mail';
      expect((await invite(['a@b.example'], 'viewer', { redirectTo })).status).toBe(201);
      expect((await lastMail())?.text).toContain(`${redirectTo}&code=`);
    });

    it('tells one organisation nothing of what another knows of a person', async () => {
      const { user } = await join('shared@school.example', 'viewer');
      await at('PATCH', '/role', { userId: user.id, role: 'editor' });
      const other = await server().send('POST', '/org', { body: {} });
      const { json } = await server().send('POST', `/org/${other.json.id}/invite`, {
        key: other.json.privateKey,
        body: { emails: ['shared@school.example'], role: 'viewer' },
      });
      expect(json[0]).toMatchObject({ role: 'viewer', acceptedAt: null });
      expect(json[0].fullName).toBeUndefined();
      expect(json[0].createdAt > user.createdAt).toBe(true);
    });

    it('changes what a member may do, with their keys', async () => {
      await join('boss@school.example', 'admin');
      const { user, privateKey } = await join('ada@school.example', 'viewer');
      const create = () => server().send('POST', '/assistant', { key: privateKey, body: {} });
      expect((await create()).status).toBe(403);
      const answer = await at('PATCH', '/role', { userId: user.id, role: 'editor' });
      expect([answer.status, answer.json.role]).toEqual([200, 'editor']);
      expect((await create()).status).toBe(201);
    });

    it('takes a member out with their keys and sessions', async () => {
      const { user, privateKey } = await join('ada@school.example', 'viewer');
      const { json } = await at('GET', '/auth', undefined, privateKey);
      expect((await at('DELETE', `/member/${user.id}/leave`)).status).toBe(200);
      expect(await users()).toEqual([]);
      for (const left of [privateKey, json.accessToken])
        expect((await server().send('GET', '/assistant', { key: left })).json.code).toBe(
          'token_revoked',
        );
    });

    it('takes an invitation back', async () => {
      const [invited] = (await invite(['ada@school.example'])).json;
      const code = await codeOf();
      expect((await at('DELETE', `/member/${invited.id}/leave`)).status).toBe(200);
      expect((await accept(code)).status).toBe(404);
    });

    it('takes an invitation back while it is accepted: no key outlives it', async () => {
      for (let round = 1; round <= 12; round += 1) {
        const [invited] = (await invite([`p${round}@school.example`])).json;
        const code = await codeOf();
        const [accepted, takenBack] = await Promise.all([
          accept(code),
          at('DELETE', `/member/${invited.id}/leave`),
        ]);
        expect(takenBack.status).toBe(200);
        expect(accepted.json.code ?? 'accepted').toMatch(/^(accepted|not_found)$/);
        expect(await users()).toEqual([]);
        if (accepted.status === 404) continue;
        const { privateKey } = acceptedInviteSchema.parse(accepted.json);
        const left = await server().send('GET', '/assistant', { key: privateKey });
        expect(left.json.code).toBe('token_revoked');
      }
    });

    it('lets people leave, but not a key that is nobody’s', async () => {
      const { privateKey } = await join('ada@school.example', 'viewer');
      expect((await at('DELETE', '/leave')).json.code).toBe('conflict');
      expect((await at('DELETE', '/leave', undefined, privateKey)).status).toBe(200);
      expect(await users()).toEqual([]);
    });

    it('keeps its last admin', async () => {
      const first = await join('one@school.example', 'admin');
      // Invited is not there yet.
      await invite(['two@school.example'], 'admin');
      const code = await codeOf();
      const role = (userId: string) => at('PATCH', '/role', { userId, role: 'viewer' });
      const refusals = [
        await role(first.user.id),
        await at('DELETE', `/member/${first.user.id}/leave`),
        await at('DELETE', '/leave', undefined, first.privateKey),
      ];
      expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409]);
      expect((await users()).find(({ id }) => id === first.user.id)?.role).toBe('admin');
      const second = acceptedInviteSchema.parse((await accept(code)).json);
      const both = await Promise.all([role(first.user.id), role(second.user.id)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });

    it('has a page that accepts when its button is pressed, and not when it is opened', async () => {
      await invite(['ada@school.example']);
      const code = await codeOf();
      const page = await server().fetch(`/invitation?code=${code}`);
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toBe('no-store');
      const text = await page.text();
      for (const shown of [`value="${code}"`, 'ada@school.example', 'Viewer:'])
        expect(text).toContain(shown);
      expect((await users())[0]?.acceptedAt).toBeNull();
      const press = () =>
        server().fetch('/invitation', {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ code, fullName: '<b>Ada\0</b>' }).toString(),
        });
      const accepted = await press();
      const shown = /kd_prv_[\w-]{43}/.exec(await accepted.text())?.[0] ?? '';
      expect((await server().send('GET', '/assistant', { key: shown })).status).toBe(200);
      expect((await press()).status).toBe(404);
      // Who comes again sees it at once, not after pressing.
      const used = await server().fetch(`/invitation?code=${code}`);
      expect([used.status, await used.text()]).toEqual([404, expect.stringContaining('was used')]);
      expect((await server().fetch('/invitation')).status).toBe(400);
      const odd = await server().fetch('/invitation?code=%22%3E%3Cscript%3E');
      expect(await odd.text()).not.toContain('<script>');
    });

    it.each([
      [{ emails: ['nobody'], role: 'viewer' }, 'emails.0'],
      [{ emails: [], role: 'viewer' }, 'emails'],
      [{ emails: ['a@b.example'], role: 'owner' }, 'role'],
    ])('refuses %j and names the field', async (body, field) => {
      const answer = await at('POST', '/invite', body);
      expect([answer.status, answer.json.fields[0].path]).toEqual([400, field]);
    });

    it('sends an organisation’s invitations at a limited rate', async () => {
      const many = Array.from({ length: 100 }, (_, index) => `p${index}@school.example`);
      expect((await invite(many)).status).toBe(201);
      expect((await invite(['one-more@school.example'])).status).toBe(429);
    });
  },
  { CALL_ORIGINS: 'https://listed.example' },
);
