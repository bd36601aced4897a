import type { BodyExamplesOf } from './body-examples.ts';
import { EXAMPLE_IDS as ids } from './example-ids.ts';

const noticeAcceptance = {
  acceptedAt: '2025-09-01T09:00:00.000Z',
  version: '4c5a1d0e9b2f7a36',
  language: 'en',
};

/** What is said and counted: calls, chats, rooms, campaigns, tests. */
export const talkingExamples: BodyExamplesOf<
  | 'call'
  | 'chat'
  | 'session'
  | 'room'
  | 'recording'
  | 'campaign'
  | 'testSuite'
  | 'testSuiteTest'
  | 'testSuiteRun'
  | 'analytics'
> = {
  'call.create': {
    assistantId: ids.assistant,
    assistantOverrides: { variableValues: { name: 'Maya' } },
  },
  'call.createPhone': {
    assistantId: ids.assistant,
    phoneNumberId: ids.phoneNumber,
    customer: { number: '+14155551234' },
  },
  'call.createWeb': {
    assistantId: ids.assistant,
    assistantOverrides: { variableValues: { name: 'Maya' } },
    noticeAcceptance,
    metadata: { page: '/contact' },
  },
  'call.update': { name: 'First talk with Maya' },
  'session.create': { assistantId: ids.assistant, name: 'Maya', expirationSeconds: 3_600 },
  'session.update': { status: 'completed' },
  'chat.create': { assistantId: ids.assistant, input: 'When can we visit?' },
  'chat.createResponse': {
    assistantId: ids.assistant,
    input: 'When can we visit?',
    stream: false,
  },
  'chat.createWeb': {
    assistantId: ids.assistant,
    input: 'When can we visit?',
    noticeAcceptance,
  },
  'chat.createWebResponse': {
    assistantId: ids.assistant,
    input: 'When can we visit?',
    stream: false,
  },
  'room.create': {
    name: 'staff',
    privacy: 'private',
    properties: { enable_knocking: true, max_participants: 12 },
  },
  'room.createToken': {
    properties: { room_name: 'staff', user_name: 'Ada', is_owner: true },
  },
  'recording.accessLink': { validForSeconds: 600 },
  'campaign.create': {
    name: 'Open day',
    assistantId: ids.assistant,
    phoneNumberId: ids.phoneNumber,
    customers: [{ number: '+14155551234', name: 'Maya' }],
    schedulePlan: { earliestAt: '2031-03-01T09:00:00.000Z' },
  },
  'campaign.update': { status: 'ended' },
  'testSuite.create': { name: 'Fees', targetPlan: { assistantId: ids.assistant } },
  'testSuite.update': { name: 'Fees and visits' },
  'testSuiteTest.create': {
    type: 'chat',
    name: 'Asks for the price',
    script: 'What does it cost?',
    scorers: [{ type: 'ai', rubric: 'The assistant says "price".\nat most 60 words' }],
  },
  'testSuiteTest.update': { numAttempts: 3 },
  'testSuiteRun.create': { name: 'Before the open day' },
  'testSuiteRun.update': { name: 'After the open day' },
  'analytics.query': {
    queries: [
      {
        name: 'Calls a day',
        table: 'call',
        timeRange: { step: 'day', timezone: 'Europe/Berlin' },
        groupBy: ['endedReason'],
        operations: [
          { operation: 'count', column: 'id', alias: 'calls' },
          { operation: 'avg', column: 'duration' },
        ],
      },
    ],
  },
};
