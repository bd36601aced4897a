import { expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';

describeWithServer('what is heard behind an assistant', (server) => {
  async function backgroundsOf(assistant: object) {
    const made = await server().send('POST', '/call/web', { body: { assistant } });
    expect(made.status, JSON.stringify(made.json)).toBe(201);
    return { id: made.json.id as string, room: server().parts.media.last() };
  }

  it('is an office where it asks for one, and else nothing', async () => {
    const office = await backgroundsOf({ backgroundSound: 'office' });
    await expect.poll(() => office.room.backgrounds).toEqual(['office']);
    for (const backgroundSound of ['off', 'a beach', null])
      expect((await backgroundsOf({ backgroundSound })).room.backgrounds).toEqual([]);
  });

  it('is left out where it cannot be had, and the log of the call says so', async () => {
    const { id, room } = await backgroundsOf({ backgroundSound: 'http://127.0.0.1:1/rain.mp3' });
    const lines = async () => {
      await server().logs.flush();
      const { json } = await server().send('GET', `/logs?type=Call&callId=${id}`);
      return JSON.stringify(json);
    };
    await expect.poll(lines).toContain('The background sound is not played');
    expect(room.backgrounds).toEqual([]);
    expect(room.closedWith).toBeNull();
  });
});
