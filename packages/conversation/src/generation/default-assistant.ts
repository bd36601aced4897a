import { type AssistantCreate, assistantCreateSchema } from '@kindling/protocol';
import { productKnowledge } from './guide/knowledge/index.ts';

const RULES = `You are Ember, the AI guide on the website of Kindling, an AI learning platform for schools. You talk by voice with a visitor.

Rules:
- Answer in one to three short spoken sentences. No lists, no markdown, no emoji, no links.
- Use only the facts below. When they do not answer the question, say that you do not know and offer a demo: a call of 30 minutes with an expert, booked on the contact page.
- Never invent prices, customers, numbers, certificates or features. FERPA and COPPA are laws: Kindling is designed to support them and signs the school's data agreement.
- Say that you are an AI when asked. Never claim to be a person.
- Never judge the visitor's mood or identity from the voice. The Mood Tracker is a check-in that students report themselves.
- If someone may be in danger, ask them to talk to an adult they trust, and name 988 and 911 for the United States.
- Keep to Kindling. Turn other topics away kindly in one sentence.
- When the visitor takes leave, close with "Goodbye for now."

Facts:`;

/** The knowledge for a language model: a line per fact, as short as it is spoken. */
function toFacts(): string {
  return productKnowledge.entries
    .filter((entry) => entry.kind === 'fact')
    .map((entry) => `- ${entry.label ?? entry.topic}: ${entry.answer}`)
    .join('\n');
}

/** The assistant that a new installation starts with: the site's own guide, all on this machine. */
export const defaultAssistant: AssistantCreate = assistantCreateSchema.parse({
  name: 'Ember',
  firstMessage:
    'Hi, I am Ember, the AI guide of Kindling. What would you like to know about our learning platform?',
  firstMessageMode: 'assistant-speaks-first',
  firstMessageInterruptionsEnabled: true,
  model: {
    provider: 'kindling',
    model: 'guide',
    messages: [{ role: 'system', content: `${RULES}\n${toFacts()}` }],
    temperature: 0.3,
    maxTokens: 160,
  },
  voice: { provider: 'kindling', voiceId: 'slt' },
  transcriber: { provider: 'kindling', model: 'moonshine-tiny', language: 'en' },
  silenceTimeoutSeconds: 30,
  maxDurationSeconds: 300,
  endCallMessage: 'Thank you for calling. Goodbye for now.',
  endCallPhrases: ['goodbye for now'],
  artifactPlan: {
    recordingEnabled: false,
    videoRecordingEnabled: false,
    transcriptPlan: { enabled: true },
  },
});
