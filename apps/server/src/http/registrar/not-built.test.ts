import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { NOT_BUILT } from './not-built.ts';

describeWithServer('what is published and not built', (server) => {
  it.each([
    ['GET', '/eval/simulation', 'testerPlan'],
    ['GET', '/eval/simulation/run', 'testerPlan'],
    ['POST', '/reporting/insight/one/run', '/analytics'],
  ])('%s %s says what there is instead', async (method, path, instead) => {
    const body = method === 'GET' ? undefined : {};
    const { status, json } = await server().send(method, path, { body });
    expect([status, json.code]).toEqual([501, 'not_built']);
    expect(json.message).toContain(instead);
  });

  it('is answered as JSON to who has no key, too', async () => {
    for (const path of Object.keys(NOT_BUILT))
      expect((await server().send('GET', path, { key: null })).status).toBe(501);
  });
});
