import { randomUUID } from 'node:crypto';
import type { Call } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import { expect, it } from 'vitest';
import { createCallReporter, type DueWebhook } from './call-reporter.ts';

it('keeps one conversation-update waiting while the database is slow, and the order of the rest', async () => {
  const writes: (PromiseWithResolvers<void> & { readonly due: DueWebhook })[] = [];
  const reporter = createCallReporter({
    call: { id: randomUUID(), orgId: randomUUID() } as Call,
    assistant: { serverMessages: ['conversation-update', 'status-update', 'hang'] },
    server: { url: 'https://school.example/hook' },
    now: () => 0,
    findRecorded: async () => ({}),
    enqueue(due) {
      const write = { ...Promise.withResolvers<void>(), due };
      writes.push(write);
      return write.promise;
    },
  });
  const update = (content: string): ServerMessage => ({
    type: 'conversation-update',
    conversation: [{ role: 'user', content }],
  });
  reporter.handle({ type: 'status-update', status: 'in-progress' });
  for (let line = 0; line < 100; line += 1) reporter.handle(update(`${line}`));
  reporter.handle({ type: 'hang' });
  reporter.handle(update('last'));
  const settled = reporter.settled();
  for (let index = 0; index < 4; index += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    writes[index]?.resolve();
  }
  await settled;
  expect(writes.map(({ due }) => due.type)).toEqual([
    ...['status-update', 'hang', 'conversation-update'],
  ]);
  expect(JSON.stringify(writes.at(-1)?.due.message)).toContain('last');
});
