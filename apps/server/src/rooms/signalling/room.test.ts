import { randomUUID } from 'node:crypto';
import { roomSchema } from '@kindling/protocol/room';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { ORIGIN } from '../../../testing/server/test-server.ts';

describeWithServer('rooms and meeting tokens', (server) => {
  const create = (body: unknown = {}) => server().send('POST', '/rooms', { body });

  it('creates a room under a name, reads and lists it', async () => {
    const properties = { max_participants: 4, enable_knocking: true };
    const name = `staff-${randomUUID()}`;
    const made = await create({ name, privacy: 'private', properties });
    expect(made.status).toBe(201);
    expect(roomSchema.parse(made.json)).toMatchObject({
      name,
      privacy: 'private',
      config: properties,
      url: `${ORIGIN}/room/${name}`,
    });
    expect((await server().send('GET', `/rooms/${name}`)).json).toEqual(made.json);
    expect((await server().send('GET', '/rooms?limit=1')).json).toEqual([made.json]);
  });

  it('gives a room without a name one that nobody guesses', async () => {
    const { json } = await create();
    expect(json.name).toMatch(/^[\w-]{20}$/);
    expect(json.privacy).toBe('public');
  });

  it('does not give a name twice', async () => {
    const { name } = (await create()).json;
    const again = await create({ name });
    expect([again.status, again.json.code, again.json.fields[0].path]).toEqual([
      ...[409, 'conflict', 'name'],
    ]);
    expect((await create({ name: 'connection-test' })).json.code).toBe('conflict');
  });

  it('deletes', async () => {
    const { name } = (await create()).json;
    expect((await server().send('DELETE', `/rooms/${name}`)).status).toBe(200);
    expect((await server().send('GET', `/rooms/${name}`)).status).toBe(404);
  });

  it('makes a meeting token', async () => {
    const { name } = (await create()).json;
    const body = { properties: { room_name: name, is_owner: true } };
    const answer = await server().send('POST', '/meeting-tokens', { body });
    expect([answer.status, answer.json.token.split('.')]).toEqual([201, expect.any(Array)]);
  });

  it.each([
    ['/rooms', { name: 'no spaces' }, 'name'],
    ['/rooms', { privacy: 'secret' }, 'privacy'],
    ['/rooms', { properties: { max_participants: 0 } }, 'properties.max_participants'],
    ['/rooms', { properties: { nbf: 20, exp: 10 } }, 'properties.exp'],
    ['/meeting-tokens', {}, 'properties'],
    ['/meeting-tokens', { properties: { user_id: 'x'.repeat(37) } }, 'properties.user_id'],
    ['/meeting-tokens', { properties: { nbf: 20, exp: 20 } }, 'properties.exp'],
  ])('POST %s refuses %j and names the field', async (path, body, field) => {
    const answer = await server().send('POST', path, { body });
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
    expect(answer.json.fields[0].path).toBe(field);
  });

  const rows = [
    ['POST', '/rooms'],
    ['GET', '/rooms'],
    ['POST', '/meeting-tokens'],
    ['GET', '/rooms/none'],
    ['DELETE', '/rooms/none'],
  ] as const;

  it.each(rows)('%s %s needs a key', async (method, path) => {
    const answer = await server().send(method, path, { key: null });
    expect([answer.status, answer.json.code]).toEqual([401, 'unauthenticated']);
  });

  it.each(rows)('%s %s is forbidden to a public key', async (method, path) => {
    const answer = await server().send(method, path, { key: server().publicKey });
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden']);
  });

  it.each(rows.slice(3))('%s %s answers 404 for what is missing', async (method, path) => {
    const answer = await server().send(method, path);
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
  });

  it('makes no token for a room that is missing', async () => {
    const body = { properties: { room_name: 'none' } };
    const answer = await server().send('POST', '/meeting-tokens', { body });
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
  });

  it('refuses a name that is none', async () => {
    const answer = await server().send('GET', '/rooms/a%20b');
    expect([answer.status, answer.json.fields[0].path]).toEqual([400, 'name']);
  });
});
