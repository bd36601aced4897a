import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { usageDayTable } from '../../platform/database/usage-day-table.ts';

describeOnBothDatabases('daily budgets', (server, database) => {
  const page = (restrictions: object) =>
    server().addToken({ kind: 'public', name: 'page', ...restrictions });
  const write = async (key: string) => {
    server().parts.model.reply('Hello.');
    return server().send('POST', '/chat/web', {
      key,
      body: { assistantId: server().assistantId, input: 'Hi.' },
    });
  };
  const start = (key: string) =>
    server().send('POST', '/call/web', { key, body: { assistantId: server().assistantId } });
  const talk = async (key: string) => {
    const answer = await start(key);
    expect(answer.status).toBe(201);
    const room = server().parts.media.last();
    await room.join({ sdp: 'v=0' });
    room.say('playable');
    return { id: answer.json.id as string, conversation: server().parts.conversations.last() };
  };
  const used = async () => {
    const rows = await database().db.select().from(usageDayTable);
    return rows.reduce((sum, { callMs }) => sum + callMs, 0);
  };

  it('refuses the model request that is one too many, until midnight UTC', async () => {
    const key = await page({ dailyModelRequests: 2 });
    expect([(await write(key)).status, (await write(key)).status]).toEqual([201, 201]);
    const refused = await write(key);
    expect([refused.status, refused.json.code]).toEqual([429, 'quota_exceeded']);
    expect(refused.json.message).toContain('midnight UTC');
    expect((await start(key)).json.code).toBe('quota_exceeded');
    expect((await write(await page({}))).status).toBe(201);
    const seconds = Number(refused.headers.get('retry-after'));
    expect((server().clock.now() + seconds * 1_000) % 86_400_000).toBeLessThan(1_000);
    server().clock.advance(seconds * 1_000);
    expect((await write(key)).status).toBe(201);
  });

  it('counts the keys of an organisation together, and null takes the bound away', async () => {
    const set = (dailyModelRequests: number | null) =>
      server().send('PATCH', `/org/${server().orgId}`, { body: { dailyModelRequests } });
    const [one, other] = [await page({}), await page({})];
    server().clock.advance(86_400_000);
    expect((await set(2)).json.dailyModelRequests).toBe(2);
    expect([(await write(one)).status, (await write(other)).status]).toEqual([201, 201]);
    expect((await write(one)).json.message).toContain('your organisation');
    expect((await write(server().publicKey)).status).toBe(429);
    await set(null);
    expect((await write(one)).status).toBe(201);
  });

  it('ends a call with its minutes, and says why', async () => {
    server().clock.advance(86_400_000);
    const key = await page({ dailyMinutes: 1 });
    const before = await used();
    const { id, conversation } = await talk(key);
    // In small steps: what is written down is known before the next look is planned.
    const second = async () => {
      if (conversation.concluded.length === 0) server().clock.advance(1_000);
      return conversation.concluded.length;
    };
    await expect.poll(second, { interval: 20, timeout: 20_000 }).toBe(1);
    expect((await used()) - before).toBeGreaterThanOrEqual(60_000);
    expect(conversation.concluded[0]).toContain('used up');
    await expect
      .poll(async () => (await server().send('GET', `/call/${id}`)).json.endedReason)
      .toBe('kindling.quota-exceeded');
    const refused = await start(key);
    expect([refused.status, refused.json.code]).toEqual([429, 'quota_exceeded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('ends a call whose model has nothing left', async () => {
    server().clock.advance(86_400_000);
    const { conversation } = await talk(await page({ dailyModelRequests: 1 }));
    const { model } = conversation.options.engines;
    const ask = async () => {
      const pieces = model.respond({ messages: [], signal: new AbortController().signal });
      return Array.fromAsync(pieces);
    };
    server().parts.model.reply('Hello.');
    await ask();
    expect(conversation.concluded).toEqual([]);
    await expect(ask()).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(conversation.concluded).toHaveLength(1);
  });

  it('is set with a key, read with it, and taken away by null', async () => {
    const restrictions = { dailyMinutes: 30, dailyModelRequests: 100 };
    const made = await server().send('POST', '/token', { body: { tag: 'public', restrictions } });
    expect(made.json.restrictions).toMatchObject(restrictions);
    const path = `/token/${made.json.id}`;
    const body = { restrictions: { dailyMinutes: null } };
    const changed = await server().send('PATCH', path, { body });
    expect(changed.json.restrictions.dailyMinutes).toBeUndefined();
    expect(changed.json.restrictions.dailyModelRequests).toBe(100);
  });
});
