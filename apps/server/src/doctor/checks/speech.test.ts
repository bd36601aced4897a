import type { Transcriber, Voice } from '@kindling/conversation';
import { expect, it } from 'vitest';
import { findingsOf, testScene } from '../../../testing/doctor/test-scene.ts';
import { speakAndHear, speech } from './speech.ts';

const SENTENCE = 'every teacher can see how the class is doing today';

/** A second of speech, and a recogniser that hears `text` in it. */
function pair(text: string) {
  const voice: Voice = {
    provider: 'one',
    sampleRate: 16_000,
    async *synthesize() {
      yield new Int16Array(16_000);
    },
    close: async () => undefined,
  };
  const transcriber: Transcriber = {
    provider: 'other',
    transcribe: async () => ({ text }),
    close: async () => undefined,
  };
  return { voice, transcriber };
}

/** A clock that goes on by so much whenever it is asked, ms. */
function steps(by: number): () => number {
  let now = 0;
  return () => {
    now += by;
    return now;
  };
}

it('speaks and hears with what the server has', async () => {
  expect((await findingsOf(speech, testScene())).at(0)).toMatch(/^(?:ok|warn): .*speech/);
});

it('takes a word that was misheard', async () => {
  const [found] = await speakAndHear(pair(SENTENCE.replace('class', 'glass')), steps(10));
  expect(found).toMatchObject({ status: 'ok' });
});

it('tells what was not understood', async () => {
  const [found] = await speakAndHear(pair('nothing of the kind'), steps(10));
  expect(found).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('heard “nothing of the kind”'),
  });
});

it('warns of a machine that is too slow', async () => {
  const [found] = await speakAndHear(pair(SENTENCE), steps(2_000));
  expect(found).toMatchObject({ status: 'warn', found: expect.stringContaining('too slow') });
});
