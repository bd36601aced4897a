import type { OperationName } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { expectRefusal } from '../../../testing/requests/expect-refusal.ts';
import {
  operationNames,
  operationOf,
  samplePath,
} from '../../../testing/requests/sample-request.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
const paths = [...new Set(operationNames.map((name) => operationOf(name).path))];
const segments = [...new Set(paths.map((path) => path.split('/')[1] ?? ''))].filter(
  (segment) => !segment.startsWith('{'),
);
/** Bodies are read on one path: an operation of each method and kind of body takes it. */
const kindOf = (name: OperationName) => `${operationOf(name).method} ${operationOf(name).bodyType}`;
const withBody = operationNames
  .filter((name) => operationOf(name).body !== undefined)
  .filter((name, index, all) => all.findIndex((other) => kindOf(other) === kindOf(name)) === index);

describeWithServer(
  'refusals of the whole table',
  (server) => {
    const send = (name: OperationName, options: Parameters<ReturnType<typeof server>['send']>[2]) =>
      server().send(operationOf(name).method, samplePath(operationOf(name)), options);

    it.each(segments)('what is unknown below /%s is JSON', async (segment) => {
      const answer = await server().send('GET', `/${segment}/a/b/c/d/e`, { key: null });
      expectRefusal(answer, '404 not_found');
    });

    it.each(paths)('%s refuses other methods, and names its own', async (path) => {
      const known = operationNames.map(operationOf).filter((operation) => operation.path === path);
      const [operation] = known;
      if (operation === undefined) throw new Error('no operation');
      const filled = samplePath(operation);
      const taken = operationNames
        .map(operationOf)
        .filter((other) => (path.includes('{') ? matches(other.path, filled) : other.path === path))
        .map(({ method }) => method as string);
      for (const method of METHODS.filter((one) => !taken.includes(one))) {
        const answer = await server().send(method, filled, { key: null });
        expectRefusal(answer, '405 method_not_allowed');
        for (const own of known) expect(answer.headers.get('allow')).toContain(own.method);
      }
    });

    it.each([
      ['POST', '/healthz'],
      ['PUT', '/openapi.json'],
      ['DELETE', '/docs'],
      ['PATCH', '/site-config.json'],
    ])('%s %s is no method of that path either', async (method, path) => {
      const answer = await server().send(method, path, { key: null });
      expectRefusal(answer, '405 method_not_allowed');
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    });

    it.each(withBody)('%s refuses what is not its kind of body', async (name) => {
      const text = { body: 'name=x', headers: { 'Content-Type': 'text/plain' } };
      expectRefusal(await send(name, text), '415 unsupported_media_type');
      if (operationOf(name).bodyType === 'multipart') return;
      expectRefusal(await send(name, { body: '{"name":' }), '400 invalid_json');
      const body = expectRefusal(await send(name, { body: '["x"]' }), '400 bad_request');
      expect(body.fields?.length).toBeGreaterThan(0);
    });

    it('refuses bodies that are too long', async () => {
      const body = JSON.stringify({ name: 'x'.repeat(300_000) });
      const answer = await server().send('POST', '/assistant', { body });
      expectRefusal(answer, '413 body_too_large');
    });

    it('leaves paths that begin like a provider’s to the site', async () => {
      const answer = await server().send('GET', '/about/locations');
      expectRefusal(answer, '404 not_found');
      const page = await server().send('GET', '/about/locations', { key: null });
      expect(page.status).toBe(404);
    });
  },
  { API_RATE_PER_IP: '1000000', CALL_RATE_PER_IP: '1000000', CALL_RATE_PER_KEY: '1000000' },
);

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}
