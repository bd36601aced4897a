import { randomUUID } from 'node:crypto';
import type { CallMessage } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { storeCall } from '../../../../testing/calls/stored-call.ts';
import { describeOnBothDatabases } from '../../../../testing/databases/describe-databases.ts';
import { linesOf } from './call-lines.ts';
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

  it('are added behind each other, each once, and replaced at the end', async () => {
    const { db } = database();
    const store = createCallWriter(db, { nodeId: null, epoch: 0 });
    const id = await storeCall(db, server().orgId, { ...open(), messages: [] });
    const said = async () => (await linesOf(db, id)).map(({ message }) => message);
    await store.addLines(id, { position: 0, lines: [line('a'), line('b')] });
    await store.addLines(id, { position: 2, lines: [line('c \0“quoted”')] });
    // Its answer was lost on the way.
    await store.addLines(id, { position: 2, lines: [line('c “quoted”')] });
    expect(await said()).toEqual(['a', 'b', 'c “quoted”']);
    const end = {
      startedAt: null,
      endedAt: 0,
      cost: 0,
      artifact: { messages: [], transcript: '' },
    };
    await store.finish(id, { ...end, reason: 'customer-ended-call', messages: [line('a b')] });
    await store.addLines(id, { position: 3, lines: [line('late')] });
    expect(await said()).toEqual(['a b']);
    await store.finish(id, { ...end, reason: 'pipeline-error', messages: [] });
    expect(await said()).toEqual(['a b']);
  });

  it('of a call that was deleted meanwhile are not kept', async () => {
    const id = randomUUID();
    await createCallWriter(database().db, { nodeId: null, epoch: 0 }).addLines(id, {
      position: 0,
      lines: [line('a')],
    });
    expect(await linesOf(database().db, id)).toEqual([]);
  });
});
