import type { Browser } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { letSilenceLast } from '../support/server/patient-agent.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { wordOverlap } from '../support/sound/listening.ts';
import { hasEspeak, recordMicrophone } from '../support/sound/microphone.ts';
import { findFirefox, hasInterface, launchFirefox } from './support/firefox.ts';
import {
  type FirefoxVisit,
  type FirefoxVisitor,
  visitWithFirefox,
} from './support/firefox-visitor.ts';
import { hasPulseAudio, type SoundCard, startSoundCard } from './support/sound-card.ts';

const QUESTION = 'What is the mood tracker?';
/** Energy of a voice; silence and comfort noise have far less. */
const AUDIBLE = 0.001;

const canRun = findFirefox() !== null && hasPulseAudio && hasEspeak && hasInterface;
if (!canRun)
  console.warn(
    'SKIPPED: needs firefox-esr, pulseaudio, espeak-ng and a network interface besides loopback',
  );

/** Firefox as it is installed, and the server as `npm start` starts it. */
describe.skipIf(!canRun)('a call in Firefox', () => {
  let kindling: RunningKindling;
  let soundCard: SoundCard;
  let browser: Browser;

  beforeAll(async () => {
    kindling = await startKindling();
    await letSilenceLast(kindling);
    soundCard = await startSoundCard();
    browser = await launchFirefox(soundCard);
  });
  afterEach(async () => {
    for (const page of (await browser.pages()).slice(1)) await page.close();
  });
  afterAll(async () => {
    await browser?.close();
    await soundCard?.stop();
    await kindling?.stop();
  });

  const enter = async (how: 'Start call' | 'Type instead', options?: FirefoxVisit) => {
    const visitor = await visitWithFirefox(browser, kindling.url, options);
    await visitor.press('Speak with an AI agent');
    await visitor.press(how);
    await visitor.untilHeading(/^In Call with /);
    await visitor.untilLine((line) => line.startsWith('AI:'));
    await visitor.untilQuiet();
    expect(await visitor.heardEnergy()).toBeGreaterThan(AUDIBLE);
    return visitor;
  };

  const type = async ({ page }: FirefoxVisitor, words: string) => {
    await page.focus('dialog[open] input');
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  };

  const end = async (visitor: FirefoxVisitor) => {
    await visitor.press('End Call');
    await visitor.untilHeading(/^Your call with /);
  };

  it('answers aloud what is asked aloud, hears nothing while muted, and ends', async () => {
    const question = recordMicrophone([{ say: QUESTION }, { pause: 500 }]);
    const visitor = await enter('Start call');
    const greeting = await visitor.heardEnergy();
    const spoken = (line: string) => line.startsWith('You:') && wordOverlap(QUESTION, line) > 0.5;
    await visitor.until(async () => {
      // Asks again, as people do when they are not understood.
      await soundCard.play(question);
      await visitor.untilQuiet();
      return (await visitor.transcript()).find(spoken) ?? null;
    }, 'The question');
    await visitor.untilLine((line) => /^AI: .*(mood|check)/i.test(line));
    expect(await visitor.heardEnergy()).toBeGreaterThan(greeting + AUDIBLE);

    await visitor.press('Mute');
    await visitor.page.waitForSelector('[aria-pressed="true"]');
    const asked = (await visitor.transcript()).filter(spoken).length;
    await soundCard.play(question);
    // Typed words come after what was said before them.
    await type(visitor, 'Who are you?');
    await visitor.untilLine((line) => line === 'You: Who are you?');
    await visitor.untilQuiet();
    expect((await visitor.transcript()).filter(spoken)).toHaveLength(asked);

    await end(visitor);
    const [call] = await endedCalls(kindling, 1);
    expect(call?.endedReason).toBe('customer-ended-call');
    expect(visitor.faults).toEqual([]);
  });

  it('answers aloud what is typed, without a microphone', async () => {
    const visitor = await enter('Type instead', { width: 390, height: 844 });
    const greeting = await visitor.heardEnergy();
    await type(visitor, QUESTION);
    await visitor.untilLine((line) => line === `You: ${QUESTION}`);
    await visitor.untilLine((line) => /^AI: .*(mood|check)/i.test(line));
    await visitor.untilQuiet();
    expect(await visitor.heardEnergy()).toBeGreaterThan(greeting + AUDIBLE);
    await end(visitor);
    expect(visitor.faults).toEqual([]);
  });
});
