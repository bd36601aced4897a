import { randomUUID } from 'node:crypto';
import type { Call } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';
import { expect, it } from 'vitest';
import type { LogEntry } from '../../logs/log-port.ts';
import { logCall } from './call-log.ts';

it('the log of a call tells what happened and never what was said', async () => {
  const written: LogEntry[] = [];
  const reported: unknown[] = [];
  const call = { id: randomUUID(), orgId: randomUUID(), assistantId: randomUUID() } as Call;
  const reporter = logCall(
    {
      handle: (message) => reported.push(message),
      ended: async (report) => void reported.push(report),
      settled: async () => {},
    },
    { call, now: () => 7, logs: { write: (entry) => written.push(entry) } },
  );
  const secret = 'my number is 555';
  const messages: ServerMessage[] = [
    { type: 'status-update', status: 'in-progress' },
    {
      type: 'transcript',
      role: 'user',
      transcriptType: 'final',
      transcript: secret,
      utteranceId: 'u',
    },
    { type: 'voice-input', input: secret },
    {
      type: 'tool-calls',
      toolCallList: [
        { id: 't', type: 'function', function: { name: 'lookUp', arguments: secret } },
      ],
    },
    {
      type: 'tool-calls-result',
      toolCallResult: { toolCallId: 't', name: 'lookUp', error: secret },
    },
    { type: 'error', code: 'not_started', message: secret },
    { type: 'status-update', status: 'ended', endedReason: 'customer-ended-call' },
  ];
  for (const message of messages) reporter.handle(message);
  expect(written.map(({ message }) => message)).toEqual([
    'The call was created.',
    'The call is in-progress.',
    'The model asked for the tool “lookUp”.',
    'The tool “lookUp” failed.',
    'A message of the page was refused.',
    'The call ended: customer-ended-call.',
  ]);
  const { id: callId, orgId, assistantId } = call;
  expect(written.at(-1)).toMatchObject({ callId, orgId, assistantId, type: 'Call', time: 7 });
  expect(JSON.stringify(written)).not.toContain(secret);
  expect(reported).toEqual(messages);
});
