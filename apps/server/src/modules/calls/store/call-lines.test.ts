import { randomUUID } from 'node:crypto';
import type { CallMessage } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { storeCall } from '../../../../testing/calls/stored-call.ts';
import { describeOnBothDatabases } from '../../../../testing/databases/describe-databases.ts';
import { lastCommandOf, linesOf, type PlacedLine, placedLinesOf } from './call-lines.ts';
import { createCallWriter } from './call-writer.ts';

const line = (message: string): CallMessage => ({
  role: 'user',
  message,
  time: 0,
  endTime: 0,
  secondsFromStart: 0,
});

describeOnBothDatabases('the lines of a call', (server, database) => {
  const open = () => ({ status: 'in-progress', endedReason: null, endedAt: null }) as const;

  const at = (position: number, text: string | null): PlacedLine => ({
    position,
    line: text === null ? null : line(text),
  });

  it('are added behind each other, each once, and replaced at the end', async () => {
    const { db } = database();
    const store = createCallWriter(db, { nodeId: null, epoch: 0 });
    const id = await storeCall(db, server().orgId, { ...open(), messages: [] });
    const said = async () => (await linesOf(db, id)).map(({ message }) => message);
    await store.writeLines(id, [at(0, 'a'), at(1, 'b')]);
    await store.writeLines(id, [at(2, 'c \0“quoted”')]);
    // Its answer was lost on the way.
    await store.writeLines(id, [at(2, 'c “quoted”')]);
    expect(await said()).toEqual(['a', 'b', 'c “quoted”']);
    const end = {
      startedAt: null,
      endedAt: 0,
      cost: 0,
      artifact: { messages: [], transcript: '' },
    };
    await store.finish(id, { ...end, reason: 'customer-ended-call', messages: [line('a b')] });
    await store.writeLines(id, [at(3, 'late')]);
    expect(await said()).toEqual(['a b']);
    await store.finish(id, { ...end, reason: 'pipeline-error', messages: [] });
    expect(await said()).toEqual(['a b']);
  });

  it('change, and are withdrawn', async () => {
    const { db } = database();
    const store = createCallWriter(db, { nodeId: null, epoch: 0 });
    const id = await storeCall(db, server().orgId, { ...open(), messages: [] });
    await store.writeLines(id, [at(0, 'what does'), at(1, 'It'), at(2, 'later')]);
    await store.writeLines(id, [at(1, null), at(0, 'what does it cost?')]);
    expect(await placedLinesOf(db, id)).toEqual([at(0, 'what does it cost?'), at(2, 'later')]);
  });

  it('killed-under-a-typed-message: say which command of which page they came with', async () => {
    const { db } = database();
    const store = createCallWriter(db, { nodeId: null, epoch: 0 });
    const id = await storeCall(db, server().orgId, { ...open(), messages: [] });
    const typed = [
      { ...at(0, 'a'), command: 40 },
      { ...at(1, 'b'), command: 3 },
      { ...at(2, 'c'), command: 12 },
    ];
    await store.writeLines(id, [...typed, at(3, 'spoken')]);
    const stored = await placedLinesOf(db, id);
    expect(stored).toEqual([...typed, at(3, 'spoken')]);
    // Another page was there before.
    expect([0, 1, 3].map((from) => lastCommandOf(stored, from))).toEqual([40, 12, 0]);
    expect(JSON.stringify(await linesOf(db, id))).not.toContain('command');
  });

  it('of a call that was deleted meanwhile are not kept', async () => {
    const id = randomUUID();
    await createCallWriter(database().db, { nodeId: null, epoch: 0 }).writeLines(id, [at(0, 'a')]);
    expect(await linesOf(database().db, id)).toEqual([]);
  });
});
