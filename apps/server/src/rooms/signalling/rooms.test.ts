import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../testing/server/test-server.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';

const OFFER = 'v=0\r\n';

describe('rooms', () => {
  let database: OpenDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await openTestPglite();
    server = await createTestServer(database, { MAX_CALLS: '100' });
  }, 60_000);
  afterAll(() => database.close());

  async function openRoom() {
    const { json } = await server.send('POST', '/call/web', {
      body: { assistantId: server.assistantId },
    });
    return { path: new URL(json.webCallUrl).pathname, room: server.parts.media.last() };
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    server.send('POST', path, { body, key: null, headers });

  it('answers an offer with an answer and where to leave', async () => {
    const { path } = await openRoom();
    const answer = await post(path, { sdp: OFFER, userName: 'Ada' });
    expect([answer.status, answer.json.sdp]).toEqual([201, 'v=0 answer']);
    expect(answer.headers.get('location')).toBe(answer.json.location);
  });

  it('answers bare SDP in kind', async () => {
    const { path } = await openRoom();
    const answer = await post(path, OFFER, { 'Content-Type': 'application/sdp' });
    expect([answer.status, answer.json]).toEqual([201, 'v=0 answer']);
    expect(answer.headers.get('content-type')).toBe('application/sdp');
    const bare = { body: OFFER, key: null, headers: { 'Content-Type': 'application/sdp' } };
    const restarted = await server.send('PATCH', answer.headers.get('location') ?? '', bare);
    expect([restarted.status, restarted.json]).toEqual([200, 'v=0 restarted']);
  });

  it('restarts, leaves, and is then ended', async () => {
    const { path, room } = await openRoom();
    const { location } = (await post(path, { sdp: OFFER })).json;
    const restarted = await server.send('PATCH', location, { body: { sdp: OFFER }, key: null });
    expect([restarted.status, restarted.json.sdp]).toEqual([200, 'v=0 restarted']);
    expect((await server.send('DELETE', location, { key: null })).status).toBe(204);
    await expect.poll(() => room.closedWith).not.toBeNull();
    await expect.poll(async () => (await post(path, { sdp: OFFER })).json.code).toBe('room_ended');
    expect((await server.send('DELETE', location, { key: null })).status).toBe(410);
  });

  it('takes the last words of who leaves, and refuses what are none', async () => {
    const { path, room } = await openRoom();
    const { location } = (await post(path, { sdp: OFFER })).json;
    const refused = await server.send('DELETE', location, { body: { frames: [1] }, key: null });
    expect([refused.status, refused.json.fields[0].path]).toEqual([400, 'frames.0']);
    const left = await server.send('DELETE', location, { body: { frames: ['a'] }, key: null });
    expect(left.status).toBe(204);
    expect(room.lastFrames).toEqual(['a']);
  });

  it('says what it is', async () => {
    const { path } = await openRoom();
    const answer = await server.send('GET', path, { key: null });
    expect([answer.status, answer.json.message]).toEqual([200, expect.stringContaining('room')]);
  });

  it('answers requests in the room of a call', async () => {
    const { path, room } = await openRoom();
    const { sessionId } = (await post(path, { sdp: OFFER })).json;
    await room.ask(sessionId, 'set-session-data', { data: { page: 2 } });
    expect(room.sentTo(sessionId, 'session-data')).toMatchObject([{ data: { page: 2 } }]);
    await expect(room.ask(sessionId, 'grant-access', { id: 'x', granted: true })).rejects.toThrow(
      'cannot answer',
    );
    await expect(room.ask('nobody', 'set-session-data', { data: 1 })).rejects.toThrow('not in');
  });

  it('refuses a second participant', async () => {
    const { path } = await openRoom();
    await post(path, { sdp: OFFER });
    const answer = await post(path, { sdp: OFFER });
    expect([answer.status, answer.json.code]).toEqual([409, 'already_joined']);
  });

  it.each([
    ['SDP that is none', { sdp: 'hello' }, {}, 400, 'invalid_sdp'],
    ['no SDP', {}, {}, 400, 'bad_request'],
    ['empty bare SDP', '', { 'Content-Type': 'application/sdp' }, 400, 'invalid_sdp'],
    ['broken JSON', '{"sdp"', {}, 400, 'invalid_json'],
    ['a long name', { sdp: OFFER, userName: 'x'.repeat(201) }, {}, 400, 'bad_request'],
    ['long user data', { sdp: OFFER, userData: 'x'.repeat(4_097) }, {}, 400, 'bad_request'],
    ['a long offer', { sdp: 'v=0'.repeat(30_000) }, {}, 400, 'bad_request'],
    ['another media type', OFFER, { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['a huge body', { sdp: 'v'.repeat(300_000) }, {}, 413, 'body_too_large'],
  ])('refuses %s', async (_, body, headers, status, code) => {
    const { path, room } = await openRoom();
    const answer = await post(path, body, headers);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(room.participantCount).toBe(0);
  });

  it('answers 404 for rooms and participants that never were', async () => {
    const { path } = await openRoom();
    expect((await post('/room/none', { sdp: OFFER })).json.code).toBe('room_not_found');
    expect((await server.send('GET', '/room/none', { key: null })).status).toBe(404);
    const wrong = await server.send('PATCH', `${path}/participant/x`, {
      body: { sdp: OFFER },
      key: null,
    });
    expect([wrong.status, wrong.json.code]).toEqual([404, 'room_not_found']);
    expect((await server.send('DELETE', `${path}/participant/x`, { key: null })).status).toBe(404);
  });

  it('refuses other methods', async () => {
    const { path } = await openRoom();
    const answer = await server.send('PUT', path, { key: null });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await server.send('POST', `${path}/participant/x`, { key: null })).status).toBe(405);
  });

  it('lets pages of listed origins join, and no others', async () => {
    await server.addToken({
      kind: 'public',
      name: 'school',
      allowedAssistantIds: [server.assistantId],
      allowedOrigins: ['https://school.example'],
    });
    const { path } = await openRoom();
    const preflight = (origin: string) =>
      server.fetch(path, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
    const allowed = await preflight('https://school.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://school.example');
    const refused = await preflight('https://elsewhere.example');
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    const error = await post(path, {}, { Origin: 'https://school.example' });
    expect(error.headers.get('access-control-allow-origin')).toBe('https://school.example');
  });
});
