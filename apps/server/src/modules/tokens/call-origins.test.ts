import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

const SCHOOL = 'https://school.example';

describeWithServer(
  'origins that the operator lists',
  (server) => {
    const call = (Origin: string) =>
      server().send('POST', '/call/web', {
        key: server().publicKey,
        body: { assistantId: server().assistantId },
        headers: { Origin },
      });

    it('may start calls and join rooms, others may not', async () => {
      const answer = await call(SCHOOL);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
        201,
        SCHOOL,
      ]);
      const preflight = await server().fetch(new URL(answer.json.webCallUrl).pathname, {
        method: 'OPTIONS',
        headers: { Origin: SCHOOL, 'Access-Control-Request-Method': 'POST' },
      });
      expect(preflight.headers.get('access-control-allow-origin')).toBe(SCHOOL);
      const refused = await call('https://other.example');
      expect([refused.status, refused.json.code]).toEqual([403, 'origin_not_allowed']);
    });

    it('may use the whole API with a key that may, and read what it answers', async () => {
      const path = `/assistant/${server().assistantId}`;
      const asked = { 'Access-Control-Request-Method': 'PATCH' };
      const preflight = await server().fetch(path, {
        method: 'OPTIONS',
        headers: { Origin: SCHOOL, ...asked, 'Access-Control-Request-Headers': 'if-match' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(preflight.headers.get('access-control-allow-headers')).toContain('If-Match');
      const read = await server().send('GET', path, { headers: { Origin: SCHOOL } });
      expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, SCHOOL]);
      expect(read.headers.get('access-control-expose-headers')).toContain('ETag');
      const missing = await server().send('GET', path, { key: null, headers: { Origin: SCHOOL } });
      expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([
        401,
        SCHOOL,
      ]);
      const elsewhere = await server().send('GET', path, {
        headers: { Origin: 'https://o.example' },
      });
      expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
    });
  },
  { CALL_ORIGINS: SCHOOL },
);

describeWithServer(
  'a page that asks too often',
  (server) => {
    it('can read how long it has to wait', async () => {
      await server().send('GET', '/assistant', { headers: { Origin: SCHOOL } });
      const limited = await server().send('GET', '/assistant', { headers: { Origin: SCHOOL } });
      expect(limited.status).toBe(429);
      expect(limited.headers.get('access-control-allow-origin')).toBe('*');
      expect(limited.headers.get('access-control-expose-headers')).toContain('Retry-After');
    });
  },
  { CALL_ORIGINS: SCHOOL, API_RATE_PER_IP: '1' },
);
