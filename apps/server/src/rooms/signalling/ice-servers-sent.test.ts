import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

const TURN = { urls: ['turn:turn.school.example', 'turns:turn.school.example:443?transport=tcp'] };
const GIVEN = [
  { ...TURN, username: expect.stringMatching(/^\d+:/), credential: expect.any(String) },
];
const offer = { sdp: 'v=0\r\n' };

describeWithServer(
  'STUN and TURN servers',
  (server) => {
    const send = (method: string, path: string, body?: unknown) =>
      server().send(method, path, { key: null, ...(body === undefined ? {} : { body }) });
    const startCall = async () => {
      const { assistantId, publicKey: key } = server();
      return (await server().send('POST', '/call/web', { key, body: { assistantId } })).json;
    };

    it('are sent before the first offer: with the call, and by its room', async () => {
      const call = await startCall();
      expect(call.iceServers).toEqual(GIVEN);
      const asked = await send('GET', `${new URL(call.webCallUrl).pathname}/ice-servers`);
      expect([asked.status, asked.json]).toEqual([200, { iceServers: GIVEN }]);
      expect(asked.headers.get('cache-control')).toBe('no-store');
    });

    it('are sent anew with each answer', async () => {
      const { pathname } = new URL((await startCall()).webCallUrl);
      const joined = await send('POST', pathname, offer);
      expect(joined.json.iceServers).toEqual(GIVEN);
      const restarted = await send('PATCH', joined.json.location, offer);
      expect(restarted.json.iceServers).toEqual(GIVEN);
      expect(restarted.json.iceServers[0].username).not.toBe(joined.json.iceServers[0].username);
    });

    it('are not kept with the call', async () => {
      const { id } = await startCall();
      const { json } = await server().send('GET', `/call/${id}`);
      expect(json.id).toBe(id);
      expect(JSON.stringify(json)).not.toContain('turn.school.example');
    });

    it('are sent by the room of connection tests and by rooms of people, and by no others', async () => {
      await server().send('POST', '/rooms', { body: { name: 'staff' } });
      for (const name of ['connection-test', 'staff'])
        expect((await send('GET', `/room/${name}/ice-servers`)).json.iceServers).toEqual(GIVEN);
      const none = await send('GET', '/room/none/ice-servers');
      expect([none.status, none.json.code]).toEqual([404, 'room_not_found']);
      const posted = await send('POST', '/room/staff/ice-servers');
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });
  },
  { ICE_SERVERS: JSON.stringify([TURN]), TURN_SECRET: 'shared with the TURN server' },
);
