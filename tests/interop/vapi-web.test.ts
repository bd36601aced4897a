import { rmSync } from 'node:fs';
import { createLocalEngines, type LocalEngines } from '@kindling/conversation';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installCallRecorder, readRecording } from '../support/browser/call-recorder.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { endedCalls } from '../support/server/stored-calls.ts';
import { loudness, soundingStretches, wordOverlap } from '../support/sound/listening.ts';
import { hasEspeak, recordMicrophone } from '../support/sound/microphone.ts';
import { bundlePage } from './bundle-page.ts';
import type { ClientEvent, InteropPage } from './pages/vapi-web-page.ts';

type PageWindow = Window & { interop: InteropPage };

/** Every event that the published client emits in a spoken call. */
const EVENTS = [
  'call-end',
  'call-start',
  'call-start-progress',
  'call-start-success',
  'daily-participant-updated',
  'message',
  'network-connection',
  'speech-end',
  'speech-start',
  'volume-level',
];
/** Those that depend on the network of the machine. */
const BY_CHANCE = ['network-quality-change'];

const STAGES = [
  'initialization started',
  'web-call-creation started',
  'web-call-creation completed',
  'daily-call-object-creation started',
  'daily-call-object-creation completed',
  'mobile-permissions started',
  'mobile-permissions completed',
  'daily-call-join started',
  'daily-call-join completed',
  'video-recording-setup completed',
  'audio-observer-setup started',
  'audio-observer-setup completed',
  'audio-processing-setup started',
  'audio-processing-setup completed',
];

const QUESTION = 'What is the mood tracker?';
/** The microphone, ms after it is opened: one sentence while it is muted, one while it is heard. */
const MUTED_UNTIL = 10_000;
const SPEECH = [
  { pause: 6_000 },
  { say: 'How much does it cost?' },
  { pause: 5_500 },
  // Asks again, as people do when they are not understood.
  ...Array.from({ length: 3 }, () => [{ say: QUESTION }, { pause: 12_000 }]).flat(),
  { pause: 40_000 },
];
const SAID = 'The next meeting is on Wednesday morning.';

describe.skipIf(!hasEspeak).each([
  ['2.3.8', { '@vapi-ai/web': 'vapi-web-2.3' }, []],
  // It hands its player out, too.
  ['2.7.1', {}, ['audio']],
])('the published @vapi-ai/web %s on our call library', (_version, instead, more) => {
  let folder = '';
  let kindling: RunningKindling;
  let engines: LocalEngines;
  let browser: Browser;

  beforeAll(async () => {
    folder = await bundlePage('vapi-web-page.ts', instead);
    [kindling, engines, browser] = await Promise.all([
      startKindling({ env: { SITE_DIST: folder } }),
      createLocalEngines(),
      launchChromium({ microphone: recordMicrophone(SPEECH) }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([kindling?.stop(), engines?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds a spoken call, says, mutes, stops, restarts', async () => {
    const { voice } = await siteConfig(kindling.url);
    const faults: string[] = [];
    const page = await browser.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await installCallRecorder(page);
    await page.goto(`${kindling.url}/?key=${voice.publicKey}`);
    const start = () =>
      page.evaluate(async (assistantId) => {
        const { vapi } = (window as unknown as PageWindow).interop;
        const call = await vapi.start(assistantId);
        return call?.id ?? null;
      }, voice.assistantId);

    const callId = await start();
    expect(callId).not.toBeNull();
    await setMuted(page, true);
    await untilEvent(page, ({ name }) => name === 'call-start');
    await page.waitForFunction((until) => {
      const { microphoneAt } = (window as unknown as PageWindow).interop;
      return microphoneAt !== null && performance.now() - microphoneAt > until;
    }, MUTED_UNTIL);
    const whileMuted = transcripts(await eventsOf(page));
    await setMuted(page, false);

    const question = await untilTranscript(
      page,
      'user',
      (said) => wordOverlap(QUESTION, said) > 0.5,
    );
    const answer = await untilTranscript(page, 'assistant', (said) => /mood|check/i.test(said));
    await setMuted(page, true);
    const before = (await readRecording(page)).agent.length;
    await page.evaluate((text) => {
      (window as unknown as PageWindow).interop.vapi.say(text, false, false, true);
    }, SAID);
    const meeting = (said: string) => /wednesday/i.test(said);
    await untilTranscript(page, 'assistant', meeting);
    // The final line appears once its last sample was played: wait for the sound and the silence after it.
    await expect
      .poll(
        async () => {
          const events = await eventsOf(page);
          const words = events.findIndex((event) => isLine(event, 'assistant', meeting));
          return events.slice(words).some(({ name }) => name === 'speech-end');
        },
        { timeout: 45_000 },
      )
      .toBe(true);
    const recording = await readRecording(page);
    await stop(page);
    await untilEvent(page, ({ name }) => name === 'call-end');
    await expect.poll(() => page.locator('audio').count()).toBe(0);
    const first = await eventsOf(page);

    // Muted: the sentence was spoken into the microphone and did not arrive.
    expect(soundingStretches(recording.microphone).length).toBeGreaterThanOrEqual(2);
    expect(whileMuted.filter(({ role }) => role === 'user')).toEqual([]);
    expect(linesOf(first, 'user')).not.toMatch(/cost/i);

    // Heard, both ways.
    expect(question).not.toBe('');
    expect(loudness(recording.agent)).toBeGreaterThan(0.005);
    const hear = async (samples: Int16Array) => {
      const pcm = Float32Array.from(samples, (sample) => sample / 32_768);
      return (await engines.transcriber.transcribe(pcm)).text;
    };
    const spoken = await hear(recording.agent.subarray(before));
    expect(wordOverlap(SAID, spoken), `of “${SAID}” was heard “${spoken}”`).toBeGreaterThan(0.5);
    expect(answer).not.toBe('');

    // Every event, and nothing else.
    const names = new Set(first.map(({ name }) => name));
    expect([...names].filter((name) => !BY_CHANCE.includes(name)).sort()).toEqual(
      [...EVENTS, ...more].sort(),
    );
    expect(progressOf(first)).toEqual(STAGES);
    expect(countOf(first, 'call-start')).toBe(1);
    expect(countOf(first, 'call-end')).toBe(1);
    const ended = messagesOf(first).filter(({ status }) => status === 'ended');
    expect(ended).toEqual([
      { type: 'status-update', status: 'ended', endedReason: 'customer-ended-call' },
    ]);

    // Once more, with the same client.
    const again = await start();
    expect(again).not.toBeNull();
    expect(again).not.toBe(callId);
    await untilEvent(page, ({ name }, later) => name === 'call-start' && later, first.length);
    await untilEvent(page, ({ name }, later) => name === 'speech-start' && later, first.length);
    await stop(page);
    await untilEvent(page, ({ name }, later) => name === 'call-end' && later, first.length);
    const second = (await eventsOf(page)).slice(first.length);
    expect(progressOf(second)).toEqual(STAGES);
    expect(faults).toEqual([]);

    const stored = await endedCalls(kindling, 2);
    expect(stored.map(({ id }) => id).sort()).toEqual([callId, again].sort());
    expect(new Set(stored.map(({ endedReason }) => endedReason))).toEqual(
      new Set(['customer-ended-call']),
    );
  });
});

interface Message {
  readonly type: string;
  readonly status?: string;
  readonly role?: string;
  readonly transcriptType?: string;
  readonly transcript?: string;
}

async function siteConfig(url: string) {
  const answer = await fetch(`${url}/site-config.json`);
  return (await answer.json()) as { voice: { publicKey: string; assistantId: string } };
}

const eventsOf = (page: Page): Promise<ClientEvent[]> =>
  page.evaluate(() => (window as unknown as PageWindow).interop.events);

const setMuted = (page: Page, muted: boolean) =>
  page.evaluate((mute) => {
    const { vapi } = (window as unknown as PageWindow).interop;
    vapi.setMuted(mute);
    if (vapi.isMuted() !== mute) throw new Error(`isMuted() is not ${mute}`);
  }, muted);

const stop = (page: Page) =>
  page.evaluate(() => (window as unknown as PageWindow).interop.vapi.stop());

const messagesOf = (events: readonly ClientEvent[]): Message[] =>
  events.filter(({ name }) => name === 'message').map(({ args }) => args[0] as Message);

const transcripts = (events: readonly ClientEvent[]) =>
  messagesOf(events).filter(({ type }) => type === 'transcript');

const linesOf = (events: readonly ClientEvent[], role: string) =>
  transcripts(events)
    .filter((one) => one.role === role)
    .map(({ transcript }) => transcript)
    .join(' ');

const progressOf = (events: readonly ClientEvent[]) =>
  events
    .filter(({ name }) => name === 'call-start-progress')
    .map(({ args }) => args[0] as { stage: string; status: string })
    .map(({ stage, status }) => `${stage} ${status}`);

const countOf = (events: readonly ClientEvent[], wanted: string) =>
  events.filter(({ name }) => name === wanted).length;

/** Waits for an event; `later`: it came after the first `from` events, or after the call of this. */
async function untilEvent(
  page: Page,
  fits: (event: ClientEvent, later: boolean) => boolean,
  from?: number,
): Promise<ClientEvent> {
  const start = from ?? (await eventsOf(page)).length;
  const deadline = performance.now() + 45_000;
  for (;;) {
    const events = await eventsOf(page);
    const found = events.find((event, index) => fits(event, index >= start));
    if (found !== undefined) return found;
    if (performance.now() > deadline) {
      const names = events.map(({ name }) => name).filter((name) => name !== 'volume-level');
      const lines = transcripts(events).map(({ role, transcript }) => `${role}: ${transcript}`);
      throw new Error(`no such event within 45 s; there were: ${[...names, ...lines].join(', ')}`);
    }
    await page.waitForTimeout(50);
  }
}

async function untilTranscript(
  page: Page,
  role: string,
  fits: (said: string) => boolean,
): Promise<string> {
  const found = await untilEvent(page, (event) => isLine(event, role, fits));
  return (found.args[0] as Message).transcript ?? '';
}

/** Whether it is a final line of this speaker that matches. */
function isLine(
  { args: [message] }: ClientEvent,
  role: string,
  fits: (said: string) => boolean,
): boolean {
  const { type, transcriptType, transcript = '', ...rest } = (message ?? {}) as Message;
  const isFinal = type === 'transcript' && transcriptType === 'final';
  return isFinal && rest.role === role && fits(transcript);
}
