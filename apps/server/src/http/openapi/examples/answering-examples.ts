import type { BodyExamplesOf } from './body-examples.ts';
import { EXAMPLE_IDS as ids } from './example-ids.ts';

/** Who answers, and with what: assistants, tools, knowledge, squads, workflows. */
export const answeringExamples: BodyExamplesOf<
  'assistant' | 'tool' | 'knowledgeBase' | 'file' | 'squad' | 'workflow' | 'template'
> = {
  'assistant.create': {
    name: 'Ada',
    firstMessage: 'Hello {{name}}, how can I help?',
    model: { provider: 'kindling' },
    voice: { provider: 'kindling', voiceId: 'slt' },
    endCallPhrases: ['goodbye'],
    maxDurationSeconds: 600,
  },
  'assistant.update': { firstMessage: 'Good morning, how can I help?' },
  'assistant.replace': { name: 'Ada', firstMessage: 'Good evening.' },
  'tool.create': {
    type: 'function',
    function: {
      name: 'book_visit',
      description: 'Books a visit to the school.',
      parameters: {
        type: 'object',
        properties: { date: { type: 'string', description: 'As 2027-03-01.' } },
        required: ['date'],
      },
    },
    server: { url: 'https://school.example/tools', timeoutSeconds: 10 },
    messages: [{ type: 'request-start', content: 'One moment, I am booking.' }],
    when: 'wants to book a visit',
  },
  'tool.update': { server: { url: 'https://school.example/tools/v2' } },
  'knowledgeBase.create': { provider: 'kindling', name: 'Prospectus', fileIds: [ids.file] },
  'knowledgeBase.update': { searchPlan: { topK: 3 } },
  'file.update': { name: 'prospectus-2027.txt' },
  'squad.create': {
    name: 'Front desk',
    members: [
      {
        assistantId: ids.assistant,
        assistantDestinations: [
          {
            type: 'assistant',
            assistantName: 'Bea',
            description: 'wants to know about fees',
            message: 'Bea knows more about that.',
          },
        ],
      },
      { assistant: { name: 'Bea', firstMessage: 'Bea here. What would you like to know?' } },
    ],
  },
  'squad.update': { name: 'Reception' },
  'workflow.create': {
    name: 'Visit',
    nodes: [
      {
        type: 'conversation',
        name: 'welcome',
        isStart: true,
        messagePlan: { firstMessage: 'Hello. Would you like to visit the school?' },
      },
      { type: 'hangup', name: 'end' },
    ],
    edges: [{ from: 'welcome', to: 'end', condition: { type: 'ai', prompt: 'says goodbye' } }],
  },
  'workflow.update': { name: 'Visit, short' },
  'workflow.generate': { description: 'Ask for a name and a date, then book a visit.' },
  'template.create': {
    name: 'Book a visit',
    type: 'tool',
    details: { type: 'function' },
    visibility: 'private',
  },
  'template.update': { pinned: true },
};
