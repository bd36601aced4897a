import { expect, it } from 'vitest';
import { describeWithServer } from '../../apps/server/testing/databases/describe-databases.ts';
import { FILL_CALLS } from '../../bench/api/fill-calls.ts';

describeWithServer('the calls that bench/api stores', (server, database) => {
  it('fit the tables of today, and are answered', async () => {
    await database().db.execute(FILL_CALLS.replace('$1', '7'));
    const { status, json } = await server().send('GET', '/call?limit=100');
    expect(status).toBe(200);
    expect(json).toHaveLength(7);
    expect(json[0]).toMatchObject({ messages: [{ message: 'What is call 1?' }] });
  });
});
