import { describe, expect, it } from 'vitest';
import { lostCall, setUpVoice, spoken } from '../testing/voice-world.ts';
import type { VoiceState } from './voice-state.ts';

/**
 * Section 4 of the product specification, line by line: what happens, and what the page shows
 * then. Numbers are milliseconds that pass on a virtual clock.
 */
type World = ReturnType<typeof setUpVoice>;
type Step = number | ((world: World) => unknown);

interface Row {
  /** As the specification words it. */
  readonly line: string;
  readonly steps: readonly Step[];
  readonly shows: Partial<VoiceState>;
  /** What it must not show a moment before the last step. */
  readonly before?: Partial<VoiceState>;
}

const start: Step = ({ store }) => store.startCall();
const startUnheard: Step = ({ store }) => void store.startCall();
const callStart: Step = ({ client }) => client.emit('call-start');
const callEnd: Step = ({ client }) =>
  client.emit('call-end', { reason: 'assistant-ended-call', kind: 'hang-up' });
const endCall: Step = ({ store }) => store.endCall();
const speechStart: Step = ({ client }) => client.emit('speech-start');
const speechEnd: Step = ({ client }) => client.emit('speech-end');
const assistantSays: Step = ({ client }) => client.emit('message', spoken('assistant', 'Hello'));
const personSays: Step = ({ client }) => client.emit('message', spoken('user', 'Hi'));
const refuseStart: Step = ({ client }) => {
  client.failure = new Error('The server is full.');
};
const providerError: Step = ({ client }) => client.emit('error', lostCall);
const transcriptionOff: Step = ({ store }) => store.setTranscriptionEnabled(false);

const inCall = [start, callStart];
const silent = { isAiSpeaking: false, conversationState: 'idle' } as const;

const CALL_STATE: readonly Row[] = [
  {
    line: 'before anything: idle',
    steps: [],
    shows: { callState: 'idle', error: null, ...silent },
  },
  {
    line: 'Start call: idle to connecting',
    steps: [startUnheard],
    shows: { callState: 'connecting' },
  },
  {
    line: 'Start call: error text is cleared',
    steps: [
      refuseStart,
      start,
      ({ client }) => Object.assign(client, { failure: null }),
      startUnheard,
    ],
    shows: { callState: 'connecting', error: null },
  },
  {
    line: "The provider's call-start event: in-call",
    steps: [start, callStart],
    before: { callState: 'connecting' },
    shows: { callState: 'in-call' },
  },
  {
    line: 'call-end: idle',
    steps: [...inCall, callEnd],
    before: { callState: 'in-call' },
    shows: { callState: 'idle' },
  },
  {
    line: 'call-end: the speaking flag and transcripts are cleared',
    steps: [...inCall, assistantSays, callEnd],
    before: { isAiSpeaking: true },
    shows: { isAiSpeaking: false, transcripts: [], partialTranscript: null },
  },
  {
    line: 'Start failure: error',
    steps: [refuseStart, start],
    shows: { callState: 'error', error: 'The server is full.' },
  },
  {
    line: 'a provider error event: error',
    steps: [...inCall, providerError],
    before: { callState: 'in-call', error: null },
    shows: { callState: 'error', error: 'Call failed. Please try again.' },
  },
  {
    line: 'End call: idle',
    steps: [...inCall, endCall],
    before: { callState: 'in-call' },
    shows: { callState: 'idle' },
  },
  {
    line: 'End call: error cleared',
    steps: [refuseStart, start, endCall],
    before: { callState: 'error' },
    shows: { callState: 'idle', error: null },
  },
  {
    line: 'End call, while connecting: idle',
    steps: [startUnheard, endCall, 0],
    shows: { callState: 'idle', error: null },
  },
];

const CONVERSATION_STATE: readonly Row[] = [
  {
    line: 'speech-start: listening',
    steps: [...inCall, speechStart],
    before: { conversationState: 'idle' },
    shows: { conversationState: 'listening' },
  },
  {
    line: 'speech-start: listening, for as long as it lasts',
    steps: [...inCall, speechStart, 60_000],
    shows: { conversationState: 'listening' },
  },
  {
    line: 'speech-end: thinking',
    steps: [...inCall, speechStart, speechEnd],
    before: { conversationState: 'listening' },
    shows: { conversationState: 'thinking' },
  },
  {
    line: 'speech-end: thinking, not yet idle before 3 s',
    steps: [...inCall, speechEnd, 2_999],
    shows: { conversationState: 'thinking' },
  },
  {
    line: 'speech-end: returning to idle after 3 s',
    steps: [...inCall, speechEnd, 2_999, 1],
    before: { conversationState: 'thinking' },
    shows: silent,
  },
  {
    line: 'speech-end: a later one counts its own 3 s',
    steps: [...inCall, speechEnd, 2_000, speechStart, speechEnd, 2_999],
    shows: { conversationState: 'thinking' },
  },
  {
    line: 'An assistant transcript message: responding with the speaking flag set',
    steps: [...inCall, assistantSays],
    before: silent,
    shows: { conversationState: 'responding', isAiSpeaking: true },
  },
  {
    line: 'An assistant transcript message: still responding before 2 s',
    steps: [...inCall, assistantSays, 1_999],
    shows: { conversationState: 'responding', isAiSpeaking: true },
  },
  {
    line: 'An assistant transcript message: back to idle after 2 s',
    steps: [...inCall, assistantSays, 1_999, 1],
    before: { conversationState: 'responding', isAiSpeaking: true },
    shows: silent,
  },
  {
    line: 'An assistant transcript message: takes the place of thinking, whose 3 s are void',
    steps: [...inCall, speechEnd, 1_500, assistantSays, 1_600],
    shows: { conversationState: 'responding', isAiSpeaking: true },
  },
  {
    line: 'a transcript of the person changes nothing',
    steps: [...inCall, speechStart, personSays],
    shows: { conversationState: 'listening', isAiSpeaking: false },
  },
  {
    line: 'call-end: idle',
    steps: [...inCall, speechStart, callEnd],
    before: { conversationState: 'listening' },
    shows: silent,
  },
  {
    line: 'call-end: idle, and no timer of the call speaks later',
    steps: [...inCall, speechEnd, callEnd, start, callStart, speechStart, 3_000],
    shows: { conversationState: 'listening' },
  },
  {
    line: 'error: idle',
    steps: [...inCall, speechStart, providerError],
    before: { conversationState: 'listening' },
    shows: { conversationState: 'idle' },
  },
];

const TRANSCRIPTS: readonly Row[] = [
  {
    line: 'Transcripts are recorded only when transcription is enabled: not when it is not',
    steps: [transcriptionOff, ...inCall, assistantSays, personSays],
    shows: { transcripts: [], conversationState: 'responding' },
  },
  {
    line: 'the volume is that of the volume-level event',
    steps: [...inCall, ({ client }) => client.emit('volume-level', 0.5)],
    shows: { volume: 0.5 },
  },
];

describe.each([
  ['Call state', CALL_STATE],
  ['Conversation state', CONVERSATION_STATE],
  ['Transcripts and volume', TRANSCRIPTS],
])('section 4, %s', (_, rows) => {
  it.each(rows)('$line', async ({ steps, before, shows }) => {
    const world = setUpVoice();
    const take = (step: Step) =>
      typeof step === 'number' ? world.clock.advance(step) : step(world);
    for (const [index, step] of steps.entries()) {
      const isLast = index === steps.length - 1;
      if (isLast && before !== undefined) expect(world.store.getState()).toMatchObject(before);
      await take(step);
    }
    expect(world.store.getState()).toMatchObject(shows);
  });
});

it('transcripts of an enabled transcription are listed as they were said', async () => {
  const world = setUpVoice();
  for (const step of [...inCall, personSays, assistantSays]) {
    if (typeof step === 'function') await step(world);
  }
  expect(world.store.getState().transcripts).toMatchObject([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ]);
});
