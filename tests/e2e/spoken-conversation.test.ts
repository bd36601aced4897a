import { createLocalEngines, type LocalEngines } from '@kindling/conversation';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecording } from '../support/browser/call-recorder.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { visit } from '../support/browser/visitor.ts';
import { sharedKindling } from '../support/server/shared-kindling.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { loudness, soundingStretches, wordOverlap } from '../support/sound/listening.ts';
import { hasEspeak, humanRecording, recordMicrophone } from '../support/sound/microphone.ts';

/** Every caption of the visitor's own words from now on. */
async function watchCaptions(page: Page) {
  await page.evaluate(() => {
    const shown: { text: string; isFinal: boolean }[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const caption = document.querySelector('.caption-heard');
      const text = caption?.textContent ?? '';
      const isFinal = caption?.getAttribute('data-final') === 'true';
      if (text !== '' && (shown.at(-1)?.text !== text || shown.at(-1)?.isFinal !== isFinal))
        shown.push({ text, isFinal });
    }).observe(document, {
      childList: true,
      characterData: true,
      attributeFilter: ['data-final'],
      subtree: true,
    });
  });
  return () =>
    page.evaluate(
      () => (window as unknown as { shown: { text: string; isFinal: boolean }[] }).shown,
    );
}

/** A visitor talks with the agent: real browser, real sound, real engines. */
describe.skipIf(!hasEspeak)('a spoken conversation', () => {
  const kindling = sharedKindling();
  let engines: LocalEngines;

  beforeAll(async () => {
    engines = await createLocalEngines();
  });
  afterAll(() => engines?.close());

  const hear = async (samples: Int16Array) => {
    const pcm = Float32Array.from(samples, (sample) => sample / 32_768);
    return (await engines.transcriber.transcribe(pcm)).text;
  };

  it('question, answer, end: heard, shown and stored', async () => {
    const question = 'What is the mood tracker?';
    const microphone = recordMicrophone([
      { pause: 11_000 },
      { say: question },
      // Asks again, as people do when they are not understood.
      { pause: 16_000 },
      { say: question },
      { pause: 20_000 },
    ]);
    const browser = await launchChromium({ microphone });
    const begun = new Date();
    try {
      const visitor = await visit(browser, kindling.url);
      await visitor.startCall();
      const captions = await watchCaptions(visitor.page);
      const said = await visitor.untilSaid(question);
      const shown = await captions();
      const lines = await visitor.transcript();
      const greeting = lines.slice(
        0,
        lines.findIndex((line) => line.startsWith('You:')),
      );
      const answer = await visitor.untilLine(/^AI: .*(mood|check)/i);
      // The final line of a sentence appears once its last sample was played: wait for the sound too.
      await visitor.page.waitForTimeout(600);
      const recording = await readRecording(visitor.page);
      await visitor.endCall();
      await visitor.page.getByRole('button', { name: 'Speak with an AI agent' }).first().waitFor();

      expect(said).not.toBe('');
      // Dim while they may change, and then as they stay.
      expect(shown.map(({ isFinal }) => isFinal)).toContain(false);
      expect(shown.findLast(({ isFinal }) => isFinal)?.text).toContain(said.replace(/^You: /, ''));
      expect(visitor.faults).toEqual([]);

      const stretches = soundingStretches(recording.agent);
      expect(stretches.length).toBeGreaterThan(0);
      expect(loudness(recording.agent)).toBeGreaterThan(0.005);
      const heard = await hear(recording.agent.subarray(0, 11 * recording.sampleRate));
      // The whole greeting: its names alone are misheard too often to judge by one sentence.
      const greeted = greeting.join(' ').replaceAll('AI:', '');
      expect(greeting.length).toBeGreaterThan(0);
      expect(wordOverlap(greeted, heard), `of “${greeted}” was heard “${heard}”`).toBeGreaterThan(
        0.6,
      );
      const question_end = soundingStretches(recording.microphone).at(-1)?.end ?? 0;
      const reply = await hear(recording.agent.subarray(Math.floor(question_end * 16_000)));
      expect(wordOverlap(answer.replace(/^AI: /, ''), reply)).toBeGreaterThan(0.6);

      const [call] = await endedCalls(kindling, 1, begun);
      expect(call?.endedReason).toBe('customer-ended-call');
      const roles = call?.artifact?.messages.map((message) => message.role);
      expect(roles).toEqual(expect.arrayContaining(['bot', 'user']));
      expect(call?.artifact?.turnTimings?.length).toBeGreaterThan(0);
      for (const timing of call?.artifact?.turnTimings ?? []) {
        const parts =
          timing.endpointing + timing.transcriber + timing.model + timing.voice + timing.transport;
        expect(parts).toBeCloseTo(timing.total, 3);
      }
    } finally {
      await browser.close();
    }
  });

  it('barge-in cuts the agent, and memory keeps what was played', async () => {
    const said = 'Wait, how much does it cost for a school?';
    const microphone = recordMicrophone([{ pause: 5_000 }, { say: said }, { pause: 15_000 }]);
    const browser = await launchChromium({ microphone });
    const begun = new Date();
    try {
      const visitor = await visit(browser, kindling.url);
      await visitor.startCall();
      await visitor.untilSaid(said);
      await visitor.page.waitForTimeout(200);
      const recording = await readRecording(visitor.page);
      await visitor.endCall();

      const interruption = soundingStretches(recording.microphone)[0];
      const before = soundingStretches(recording.agent)
        .filter((stretch) => stretch.start < (interruption?.start ?? 0))
        .at(-1);
      expect(interruption).toBeDefined();
      expect(before).toBeDefined();
      // Silent well before the person is done: the agent gave way.
      expect(before?.end).toBeLessThan(interruption?.end ?? 0);

      const [call] = await endedCalls(kindling, 1, begun);
      const cut = call?.artifact?.messages.find((message) => message.interrupted);
      expect(cut?.role).toBe('bot');
    } finally {
      await browser.close();
    }
  });

  it('understands a human voice', async (context) => {
    const human = humanRecording();
    if (human === null) {
      console.warn('SKIPPED: no human recordings (Debian: pocketsphinx-testdata)');
      return context.skip();
    }
    const microphone = recordMicrophone([{ pause: 11_000 }, { pcm: human.pcm }, { pause: 12_000 }]);
    const browser = await launchChromium({ microphone });
    try {
      const visitor = await visit(browser, kindling.url);
      await visitor.startCall();
      const said = await visitor.untilLine(/^You: /);
      await visitor.endCall();
      expect(wordOverlap(human.words, said)).toBeGreaterThan(0.6);
    } finally {
      await browser.close();
    }
  });

  it('a typed question is answered aloud', async () => {
    const microphone = recordMicrophone([{ pause: 60_000 }]);
    const browser = await launchChromium({ microphone });
    try {
      const visitor = await visit(browser, kindling.url);
      await visitor.startCall();
      await visitor.untilLine(/^AI: /);
      await visitor.page.getByRole('textbox', { name: /type/i }).fill('Is it safe for students?');
      await visitor.page.keyboard.press('Enter');
      await visitor.untilLine(/^You: Is it safe for students\?/);
      await visitor.untilLine(/^AI: .*(safe|classroom)/i);
      await visitor.endCall();
    } finally {
      await browser.close();
    }
  });
});
