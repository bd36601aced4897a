import { storeRecordedCall } from '../calls/recorded-call.ts';
import type { Examples, MakeExample, World } from './example.ts';

const assistant = { name: 'Ada', firstMessage: 'Hello.' };
const nodes = [{ type: 'conversation', name: 'hello', isStart: true, prompt: 'Greet.' }];
const parameters = { type: 'object', properties: { place: { type: 'string' } } };
const server = { url: 'https://school.example/hook' };

const withAssistant =
  (more: object = {}): MakeExample =>
  async (world) => ({ body: { assistantId: await world.idOf('assistant'), ...more } });

async function ownAssistant(world: World) {
  const model = {
    provider: 'kindling',
    toolIds: [await world.idOf('tool')],
    knowledgeBaseId: await world.idOf('knowledge_base'),
  };
  return { ...assistant, model };
}

const ofRecordedCall: MakeExample = async ({ server: one, database }) => ({
  ids: { call: await storeRecordedCall(one, database) },
});

/** Assistants and what they are made of; calls and chats with them. */
export const conversationExamples: Examples = {
  'assistant.create': async (world) => ({ body: await ownAssistant(world) }),
  'assistant.update': async (world) => ({
    body: { name: 'Bea', model: (await ownAssistant(world)).model },
  }),
  'assistant.replace': async (world) => ({ body: await ownAssistant(world) }),
  'call.create': withAssistant(),
  'call.createPhone': async (world) => ({
    body: {
      assistantId: await world.idOf('assistant'),
      phoneNumberId: await world.idOf('phone_number'),
      customer: { number: '+14155550100' },
    },
  }),
  'call.createWeb': withAssistant(),
  'call.monoRecording': ofRecordedCall,
  'call.stereoRecording': ofRecordedCall,
  'call.customerRecording': ofRecordedCall,
  'call.assistantRecording': ofRecordedCall,
  'call.videoRecording': ofRecordedCall,
  'call.update': () => ({ body: { name: 'Monday' } }),
  'chat.create': withAssistant({ input: 'Hello' }),
  'chat.createResponse': withAssistant({ input: 'Hello', stream: false }),
  'chat.createWeb': withAssistant({ input: 'Hello' }),
  'chat.createWebResponse': withAssistant({ input: 'Hello', stream: false }),
  'session.create': withAssistant({ name: 'Monday' }),
  'session.update': () => ({ body: { name: 'Tuesday' } }),
  'squad.create': async (world) => ({
    body: { name: 'Desk', members: [{ assistantId: await world.idOf('assistant') }] },
  }),
  'squad.update': async (world) => ({
    body: { members: [{ assistantId: await world.idOf('assistant') }] },
  }),
  'tool.create': () => ({
    body: { type: 'function', server, function: { name: 'weather', parameters } },
  }),
  'tool.update': () => ({ body: { type: 'function', messages: [] } }),
  'workflow.create': () => ({ body: { name: 'Welcome', nodes, edges: [] } }),
  'workflow.update': () => ({ body: { name: 'Welcome all' } }),
  'workflow.generate': async (world) => ({
    modelSays: JSON.stringify({ name: 'Draft', nodes, edges: [] }),
    body: {
      description: 'Greet.',
      callIds: [await world.idOf('call')],
      toolIds: [await world.idOf('tool')],
    },
  }),
};
