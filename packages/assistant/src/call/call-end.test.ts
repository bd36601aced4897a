import { END_REASONS } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { type CallEndKind, classifyEnd, isNormalEnd } from './call-end.ts';

const KNOWN: Readonly<Record<(typeof END_REASONS)[number], CallEndKind>> = {
  'customer-ended-call': 'hang-up',
  'assistant-ended-call': 'hang-up',
  'assistant-said-end-call-phrase': 'hang-up',
  'silence-timed-out': 'silence',
  'exceeded-max-duration': 'limit',
  'customer-did-not-answer': 'unanswered',
  'manually-canceled': 'hang-up',
  'pipeline-error': 'error',
  'call.in-progress.error-assistant-did-not-receive-customer-audio': 'error',
  'kindling.connection-lost': 'error',
  'kindling.never-joined': 'unanswered',
  'kindling.media-never-connected': 'error',
  'kindling.too-many-messages': 'error',
  'kindling.quota-exceeded': 'quota',
  'kindling.server-shutdown': 'error',
  'kindling.server-crashed': 'error',
  'kindling.media-failed': 'error',
};

it('every reason of the contract has its kind', () => {
  expect(Object.fromEntries(END_REASONS.map((reason) => [reason, classifyEnd(reason)]))).toEqual(
    KNOWN,
  );
});

it.each([
  ['assistant-forwarded-call', 'transferred'],
  ['call.forwarding.operator-busy', 'transferred'],
  ['assistant-ended-call-after-message-spoken', 'hang-up'],
  ['call.start.error-subscription-concurrency-limit-reached', 'quota'],
  ['pipeline-error-eleven-labs-quota-exceeded', 'quota'],
  ['assistant-not-found', 'error'],
  ['assistant-join-timed-out', 'error'],
  ['voicemail', 'unanswered'],
  ['a word of a newer server', 'error'],
] as const)('other servers: %s is %s', (reason, kind) => {
  expect(classifyEnd(reason)).toBe(kind);
});

it('only a hang-up and a transfer are normal', () => {
  const normal = END_REASONS.filter(isNormalEnd);
  expect(normal).toEqual([
    'customer-ended-call',
    'assistant-ended-call',
    'assistant-said-end-call-phrase',
    'manually-canceled',
  ]);
  expect(isNormalEnd('assistant-forwarded-call')).toBe(true);
  expect(isNormalEnd('')).toBe(false);
});
