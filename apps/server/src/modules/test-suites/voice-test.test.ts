import { createConversation, type Model } from '@kindling/conversation';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { conversationSettings } from '../assistants/runtime/conversation-settings.ts';
import type { SpeechEngines } from '../assistants/runtime/engines.ts';
import type { Conversed } from './subject.ts';
import { createScriptedTester } from './tester.ts';
import { runVoiceTest } from './voice-test.ts';

const SAMPLES_PER_CHARACTER = 800;

/** Engines whose sound is a number for each sentence, so that what is heard is what was said. */
function createNumberSpeech(): SpeechEngines & { readonly voices: readonly string[] } {
  const sentences: string[] = [];
  const voices: string[] = [];
  return {
    voices,
    vad: {
      open: () => ({
        frameSamples: 512,
        process: (frame) => (frame.some((sample) => sample > 0.01) ? 0.95 : 0.02),
        close: () => {},
      }),
    },
    transcriber: {
      provider: 'numbers',
      async transcribe(pcm) {
        const heard = pcm.find((sample) => sample > 0.01) ?? 0;
        return { text: sentences[Math.round(heard * 32_768) - 1_000] ?? '' };
      },
      close: async () => {},
    },
    voice: {
      provider: 'numbers',
      sampleRate: 16_000,
      async *synthesize({ text, voiceId }) {
        voices.push(`${voiceId}: ${text}`);
        sentences.push(text);
        const sound = new Int16Array(text.length * SAMPLES_PER_CHARACTER);
        yield sound.fill(1_000 + sentences.length - 1);
      },
      close: async () => {},
    },
    close: async () => {},
  };
}

function open(options: {
  readonly script: string;
  readonly reply: (question: string) => string;
  readonly assistant?: Parameters<typeof conversationSettings>[0];
}) {
  const clock = createManualClock();
  const speech = createNumberSpeech();
  const faults: unknown[] = [];
  const asked: string[] = [];
  const stop = new AbortController();
  const model: Model = {
    provider: 'scripted',
    async *respond({ messages }) {
      const question = messages.at(-1)?.content ?? '';
      asked.push(question);
      yield options.reply(question);
    },
  };
  const assistant = {
    firstMessage: 'Hello there.',
    voice: { provider: 'kindling', voiceId: 'rms' },
  };
  const settings = conversationSettings(
    { ...assistant, ...options.assistant },
    new Date(clock.now()),
  );
  let outcome: Conversed | Error | null = null;
  const running = runVoiceTest({
    speech,
    createConversation,
    clock,
    signal: stop.signal,
    subject: {
      first: { name: 'Ember', settings, model },
      handOff: () => null,
      workflowTrace: () => null,
    },
    tester: createScriptedTester(options.script),
    onFault: (fault) => faults.push(fault),
  }).then(
    (conversed) => {
      outcome = conversed;
      return conversed;
    },
    (error: Error) => {
      outcome = error;
      throw error;
    },
  );
  running.catch(() => undefined);
  /** Time passes until it is over, at most as many seconds. */
  const pass = async (seconds: number) => {
    const begin = clock.now();
    while (outcome === null && clock.now() < begin + seconds * 1_000) {
      clock.advance(20);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return (clock.now() - begin) / 1_000;
  };
  return { running, pass, stop, faults, asked, speech };
}

it('speaks the script into the microphone and hears the answers out', async () => {
  const { running, pass, faults, speech } = open({
    script: 'When do you open?\nThank you.',
    reply: (question) => (question.includes('open') ? 'We open at nine.' : 'You are welcome.'),
  });
  await pass(120);
  const { artifact, endedByAssistant } = await running;
  expect(artifact.transcript.split('\n')).toEqual([
    'AI: Hello there.',
    'User: When do you open?',
    'AI: We open at nine.',
    'User: Thank you.',
    'AI: You are welcome.',
  ]);
  expect(endedByAssistant).toBe(false);
  expect(artifact.turnTimings).toHaveLength(2);
  // In another voice than the assistant's.
  expect(speech.voices).toContain('awb: When do you open?');
  expect(faults).toEqual([]);
});

it('speaks first where the assistant waits', async () => {
  const { running, pass } = open({
    script: 'Hello?',
    reply: () => 'Good morning.',
    assistant: { firstMessageMode: 'assistant-waits-for-user' },
  });
  await pass(60);
  expect((await running).artifact.transcript).toBe('User: Hello?\nAI: Good morning.');
});

it('notices that the assistant ends it', async () => {
  const { running, pass, asked } = open({
    script: 'I am done.\nAre you still there?',
    reply: () => 'Goodbye for now.',
    assistant: { endCallPhrases: ['goodbye for now'] },
  });
  await pass(120);
  expect((await running).endedByAssistant).toBe(true);
  expect(asked).toHaveLength(1);
});

it('goes on when no answer comes', async () => {
  const { running, pass, faults } = open({
    script: 'Is anybody there?\nHello?',
    reply: (question) => {
      if (question.includes('anybody')) throw new Error('down');
      return 'Here I am.';
    },
  });
  await pass(180);
  const { artifact } = await running;
  expect(artifact.transcript).toContain('AI: Here I am.');
  expect(faults.length).toBeLessThanOrEqual(5);
});

it('stops when it is aborted', async () => {
  const { running, pass, stop } = open({ script: 'Hello?', reply: () => 'Hello.' });
  await pass(1);
  stop.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
});
