import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { UNREACHABLE } from '../../../../testing/rooms/fake-room.ts';
import { logTable } from '../../../platform/database/platform-tables.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SDP = [
  `v=0 ${UNREACHABLE}`,
  'a=candidate:1 1 UDP 2122252543 192.0.2.7 50000 typ host',
  'a=candidate:2 1 UDP 2122252543 0c0a9d4e-1c1b.local 50001 typ host',
  'a=candidate:3 1 TCP 2105524479 192.0.2.7 9 typ host tcptype active',
].join('\r\n');

describeWithServer('a call whose media never connects', (server, database) => {
  async function join(sdp: string, body: object = {}) {
    const { json } = await server().send('POST', '/call/web', {
      body: { assistantId: server().assistantId, ...body },
    });
    const room = server().parts.media.last();
    const { pathname } = new URL(json.webCallUrl);
    const headers = { 'User-Agent': FIREFOX };
    const answer = await server().send('POST', pathname, { key: null, headers, body: { sdp } });
    expect(answer.status).toBe(201);
    const ended = async () => {
      await expect.poll(() => room.closedWith).not.toBeNull();
      await server().logs.flush();
      const call = (await server().send('GET', `/call/${json.id}`)).json;
      const rows = await database().db.select().from(logTable).where(eq(logTable.callId, json.id));
      const logged = rows
        .map((row) => row.body)
        .filter(({ message }) => String(message).startsWith('The media never connected'));
      return { reason: call.endedReason, logged };
    };
    return { room, ended };
  }

  it.each<[string, object, (room: Awaited<ReturnType<typeof join>>['room']) => void]>([
    ['the page gives up', {}, (room) => void room.leave('person-key')],
    ['the server gives up', {}, (room) => room.lose()],
    ['nobody says that they can hear', {}, () => server().clock.advance(31_000)],
    [
      'the visitor may come back',
      { roomDeleteOnUserLeaveEnabled: false },
      (room) => void room.leave('person-key'),
    ],
  ])('ends with a reason of its own when %s', async (_, body, act) => {
    const { room, ended } = await join(SDP, body);
    server().clock.advance(12_000);
    act(room);
    const { reason, logged } = await ended();
    expect(reason).toBe('kindling.media-never-connected');
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({
      level: 'WARN',
      body: {
        browser: 'Firefox 140 on Linux',
        candidates: { host: 3, mdns: 1, srflx: 0, relay: 0, tcp: 1 },
      },
    });
    expect(JSON.stringify(logged)).not.toMatch(/192\.0\.2|0c0a9d4e/);
  });

  it('keeps the reason of who ended it for another', async () => {
    const { ended } = await join(SDP);
    await server().live.closeAll('kindling.server-shutdown');
    expect(await ended()).toMatchObject({ reason: 'kindling.server-shutdown', logged: [] });
  });
});

describeWithServer('a call whose media connects', (server) => {
  it('is hung up as ever', async () => {
    const { json } = await server().send('POST', '/call/web', {
      body: { assistantId: server().assistantId },
    });
    const room = server().parts.media.last();
    await server().send('POST', new URL(json.webCallUrl).pathname, {
      key: null,
      body: { sdp: 'v=0' },
    });
    room.leave('person-key');
    await expect.poll(() => room.closedWith).not.toBeNull();
    const call = (await server().send('GET', `/call/${json.id}`)).json;
    expect(call.endedReason).toBe('customer-ended-call');
  });
});
