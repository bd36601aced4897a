import { errorBodySchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

/** What a path may hold where a route has a parameter. */
const ODD_VALUES = ['a%00b', '%ff', '%', 'a'.repeat(2_000)];
const ODD_QUERIES = [
  ...['limit=%00', 'limit=999999999999999999999', 'cursor=%00', 'page=%ff', 'id=%00', 'token=%00'],
  ...[
    'createdAtGt=275761-01-01',
    'since=-271821-04-20T00:00:00Z',
    'code=%00',
    '%00=%00',
    'name=%00',
  ],
  ...['start=%00&end=%00&timeZone=%00', 'month=999999-99', '__proto__=1', 'select=%00'],
];
const ODD_BODIES = [
  '{"a\\u0000":"\\u0000"}',
  '{"name":"\\ud800","token":"\\u0000","sdp":"\\u0000","code":"\\u0000","email":"a\\u0000@b.example"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '',
];
const TYPES = [...['application/json', 'application/sdp', 'multipart/form-data']];

/** A method and a path of every route, with `value` for each parameter. */
function routesWith(app: { readonly routes: readonly { method: string; path: string }[] }) {
  return (value: string) => {
    const seen = app.routes.flatMap(({ method, path }) => {
      const filled = path.replace(/:\w+(\{[^}]*\})?/g, value).replace('*', value);
      return method === 'ALL'
        ? [`GET ${filled}`, `POST ${filled}`, `PUT ${filled}`]
        : [`${method} ${filled}`];
    });
    return [...new Set(seen)].map((one) => one.split(' ') as [string, string]);
  };
}

describeWithServer(
  'every route',
  (server) => {
    /** Answers the status. */
    async function expectNoFault(method: string, path: string, init: RequestInit = {}) {
      const answer = await server().fetch(path, { method, ...init });
      if (answer.status < 500) return answer.status;
      const text = await answer.text();
      // A phrase that says what is missing here is none of the server's faults.
      const { code } = errorBodySchema.parse(JSON.parse(text));
      expect(
        ['not_built', 'provider_failed'],
        `${method} ${path.slice(0, 200)}: ${text}`,
      ).toContain(code);
      return answer.status;
    }

    /** Sends one after the other, until a key or another method is asked for: what is odd is read by nobody. */
    async function expectNoFaults(
      method: string,
      requests: readonly (readonly [path: string, init?: RequestInit])[],
    ) {
      for (const [path, init] of requests)
        if ([401, 405].includes(await expectNoFault(method, path, init))) break;
    }

    it('refuses paths that are not text, with a key and without', async () => {
      const routes = routesWith(server().app);
      for (const value of ODD_VALUES)
        for (const [method, path] of routes(value))
          for (const key of [null, server().privateKey])
            await expectNoFault(method, path, {
              headers: key === null ? {} : { Authorization: `Bearer ${key}` },
              ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
            });
    }, 300_000);

    it('refuses odd queries and bodies without a key', async () => {
      const routes = routesWith(server().app)('3f0c4d8e-8a33-4a51-9b6e-111111111111');
      for (const [method, path] of routes) {
        await expectNoFaults(
          method,
          ODD_QUERIES.map((query) => [`${path}?${query}`]),
        );
        if (method === 'GET' || method === 'HEAD') continue;
        const bodies = ODD_BODIES.flatMap((body) =>
          TYPES.map((type) => ({ headers: { 'Content-Type': type }, body })),
        );
        await expectNoFaults(
          method,
          bodies.map((init) => [path, init]),
        );
      }
    }, 300_000);
  },
  { API_RATE_PER_IP: '1000000', FORM_RATE_PER_IP: '1000000', CALL_RATE_PER_IP: '1000000' },
);
