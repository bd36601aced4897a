import type { Examples, World } from './example.ts';

const test = {
  type: 'chat',
  script: 'Ask for the price.',
  scorers: [{ type: 'ai', rubric: 'names a price' }],
};
const count = { operation: 'count', column: 'id' };
let numbers = 0;

/** No two are alike: a number is kept once. */
function nextNumber(): string {
  numbers += 1;
  return `+1415555${String(numbers).padStart(4, '0')}`;
}

function form(fields: Readonly<Record<string, string>>, file: File, name = 'file'): FormData {
  const made = new FormData();
  for (const [key, value] of Object.entries(fields)) made.set(key, value);
  made.set(name, file);
  return made;
}

const upload = () => ({
  body: form({ purpose: 'knowledge' }, new File(['We open at nine.'], 'hours.txt')),
});
const ofCall = async (world: World) => ({ query: { callId: await world.idOf('call') } });

/** What conversations are about, what is done with many of them, and what is kept of them. */
export const contentExamples: Examples = {
  'analytics.query': () => ({
    body: { queries: [{ table: 'call', name: 'all', operations: [count] }] },
  }),
  'campaign.create': async (world) => ({
    body: {
      name: 'Open day',
      assistantId: await world.idOf('assistant'),
      phoneNumberId: await world.idOf('phone_number'),
      customers: [{ number: nextNumber() }],
      schedulePlan: { earliestAt: '2027-03-01T09:00:00.000Z' },
    },
  }),
  'campaign.update': async (world) => ({
    body: { name: 'Open week', assistantId: await world.idOf('assistant') },
  }),
  'file.create': upload,
  'file.upload': upload,
  'file.update': () => ({ body: { name: 'Hours' } }),
  'knowledgeBase.create': async (world) => ({
    body: { provider: 'kindling', name: 'Hours', fileIds: [await world.idOf('file')] },
  }),
  'knowledgeBase.update': async (world) => ({ body: { fileIds: [await world.idOf('file')] } }),
  'log.list': ofCall,
  'log.delete': ofCall,
  'phoneNumber.create': async (world) => ({
    body: {
      provider: 'vapi',
      sipUri: `sip:${nextNumber().slice(1)}@sip.school.example`,
      assistantId: await world.idOf('assistant'),
    },
  }),
  'phoneNumber.importTwilio': async (world) => ({
    body: {
      twilioPhoneNumber: nextNumber(),
      twilioAccountSid: 'AC1',
      twilioAuthToken: 'secret',
      assistantId: await world.idOf('assistant'),
    },
  }),
  'phoneNumber.importVonage': async (world) => {
    const body = { provider: 'vonage', apiKey: 'key', apiSecret: 'secret' };
    const { id } = await world.perform('credential.create', { body });
    return { body: { vonagePhoneNumber: nextNumber(), credentialId: id } };
  },
  'phoneNumber.update': async (world) => ({
    body: { name: 'Desk', assistantId: await world.idOf('assistant') },
  }),
  'recording.accessLink': () => ({ body: { validForSeconds: 60 } }),
  'room.create': () => ({ body: { privacy: 'private' } }),
  'room.createToken': async (world) => ({
    body: { properties: { room_name: await world.idOf('room') } },
    names: ['properties.room_name'],
  }),
  'support.createTicket': () => ({
    body: { category: 'others', subject: 'Hours', message: 'When do you open?' },
  }),
  'template.create': () => ({ body: { name: 'Weather', details: { type: 'function' } } }),
  'template.update': () => ({ body: { name: 'Forecast' } }),
  'testSuite.create': async (world) => ({
    body: { name: 'Manners', targetPlan: { assistantId: await world.idOf('assistant') } },
  }),
  'testSuite.update': async (world) => ({
    body: { targetPlan: { assistantId: await world.idOf('assistant') } },
  }),
  'testSuiteTest.create': () => ({ body: test }),
  'testSuiteTest.update': () => ({ body: { script: 'Ask for the hours.' } }),
  'testSuiteRun.create': async (world) => ({
    ids: await world.make('test_suite_test'),
    body: { name: 'First' },
  }),
  'testSuiteRun.update': () => ({ body: { name: 'Second' } }),
};
