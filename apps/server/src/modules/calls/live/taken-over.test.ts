import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { FakeConversation } from '../../../../testing/calls/fake-conversation.ts';
import { describeOnBothDatabases } from '../../../../testing/databases/describe-databases.ts';
import type { FakeRoom } from '../../../../testing/rooms/fake-room.ts';
import { jobTable } from '../../../platform/database/platform-tables.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { linesOf } from '../store/call-lines.ts';

describeOnBothDatabases('a call that another node has claimed', (server, database) => {
  let id: string;
  let room: FakeRoom;
  let location: string;
  let conversation: FakeConversation;

  beforeEach(async () => {
    await database().db.delete(jobTable);
    const assistant = { server: { url: 'https://hooks.school.example' } };
    const { json } = await server().send('POST', '/call/web', { body: { assistant } });
    id = json.id;
    room = server().parts.media.last();
    ({ location } = await room.join({ sdp: 'v=0' }));
    room.say('playable');
    conversation = server().parts.conversations.last();
    await expect.poll(async () => (await row()).status).toBe('in-progress');
  });

  const row = async () => {
    const [found] = await database().db.select().from(callTable).where(eq(callTable.id, id));
    if (found === undefined) throw new Error('no such call');
    return found;
  };
  const claim = () => database().db.update(callTable).set({ epoch: 1 }).where(eq(callTable.id, id));
  const say = (transcript: string) =>
    conversation.options.onMessage({
      ...{ type: 'transcript', role: 'user', transcriptType: 'final', transcript },
    } as Parameters<typeof conversation.options.onMessage>[0]);
  const isClosed = () => expect.poll(() => room.closedWith).not.toBeNull();
  /** What the organisation's server is sent of its end. */
  const reports = async () => {
    const jobs = await database().db.select().from(jobTable);
    return jobs.filter(({ payload }) => /end-of-call-report|"ended"/.test(JSON.stringify(payload)));
  };

  it('is let go with the next line, which is not stored', async () => {
    say('Before.');
    await expect.poll(() => linesOf(database().db, id)).toHaveLength(1);
    await claim();
    say('After.');
    await isClosed();
    expect(await linesOf(database().db, id)).toHaveLength(1);
    expect(await row()).toMatchObject({ status: 'in-progress', endedReason: null });
    expect(await reports()).toEqual([]);
    expect(server().live.find(id)).toBeNull();
    expect(conversation.isReleased).toBe(true);
  });

  it('has its page look for it elsewhere, which finds it, and is not notified that it is over', async () => {
    await claim();
    say('After.');
    await isClosed();
    expect(room.moved).toBe('lost');
    // The node that has it by now has not opened it yet.
    const { status, json } = await server().send('PATCH', location, {
      body: { sdp: 'v=0', sends: [] },
    });
    expect([status, json.code]).toEqual([503, 'not_ready']);
  });

  it('has no end of this one, and no report', async () => {
    await claim();
    conversation.endItself('silence-timed-out');
    await isClosed();
    expect(await row()).toMatchObject({ status: 'in-progress', endedReason: null });
    expect(await reports()).toEqual([]);
  });

  it('is let go with all others when its node is fenced', async () => {
    await server().live.abandonAll();
    expect(room.moved).toBe('lost');
    expect(await row()).toMatchObject({ status: 'in-progress', endedReason: null });
    expect(await reports()).toEqual([]);
    // Others are taken as before.
    expect((await server().send('POST', '/call/web', { body: { assistant: {} } })).status).toBe(
      201,
    );
  });
});
