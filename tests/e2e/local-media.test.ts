import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltPage, buildPage } from '../support/browser/built-page.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { recordMicrophone } from '../support/sound/microphone.ts';

/** Devices, screen and processors in a real browser, under the site's policy; only the room is pretended. */

let built: BuiltPage;
let browser: Browser;
let page: Page;
const violations: string[] = [];

beforeAll(async () => {
  // Dark noise, as of a fan; there is nothing else to hear.
  let [state, sound] = [1, 0];
  const noise = Int16Array.from({ length: 48_000 * 60 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    sound = 0.97 * sound + 0.03 * (state / 1_073_741_823.5 - 1);
    return sound * 32_767;
  });
  const microphone = recordMicrophone([{ pcm: { sampleRate: 48_000, samples: noise } }]);
  [built, browser] = await Promise.all([
    buildPage('tests/e2e/pages/local-media.ts'),
    launchChromium({ microphone }),
  ]);
  page = await browser.newPage();
  await page.addInitScript(() => {
    const Real = window.AudioContext;
    window.contexts = [];
    window.AudioContext = class extends Real {
      constructor(options?: AudioContextOptions) {
        super(options);
        window.contexts.push(this);
      }
    };
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  await page.goto(built.url);
  await page.waitForFunction(() => 'openCall' in window);
  await page.mouse.click(10, 10);
  await page.evaluate(async () => {
    window.held = await window.openCall();
  });
});

afterAll(async () => {
  await browser?.close();
  built?.close();
});

it('the camera goes on and off, and another one is chosen', async () => {
  const seen = await page.evaluate(async () => {
    const { call, sent, look } = window.held;
    call.setLocalVideo(true);
    const { devices } = await call.enumerateDevices();
    const camera = devices.find(({ kind }) => kind === 'videoinput')?.deviceId ?? '';
    await call.setInputDevicesAsync({ videoDeviceId: camera });
    const picture = await look(sent('video'));
    const infos = await call.getInputDevices();
    const state = call.participants().local.tracks.video.state;
    const track = sent('video');
    call.setLocalVideo(false);
    return {
      ...{ picture, state, ended: track?.readyState, off: sent('video') },
      isChosen: 'deviceId' in infos.camera && infos.camera.deviceId === camera,
    };
  });
  expect(seen).toMatchObject({ isChosen: true, state: 'playable', ended: 'ended', off: null });
  expect(seen.picture.height).toBe(720);
});

it('noise is taken out of the microphone, and comes back with the processor off', async () => {
  const levels = await page.evaluate(async () => {
    const { call, sent, measure } = window.held;
    const raw = sent('audio');
    await call.updateInputSettings({ audio: { processor: { type: 'noise-cancellation' } } });
    const processed = sent('audio');
    // It learns the noise first.
    await measure(processed, 1);
    const [noisy, quiet] = await Promise.all([measure(raw, 2), measure(processed, 2)]);
    const { inputSettings } = await call.updateInputSettings({
      audio: { processor: { type: 'none' } },
    });
    const isRaw = sent('audio') === raw;
    const ended = processed?.readyState;
    return { noisy, quiet, wasReplaced: processed !== raw, isRaw, ended, inputSettings };
  });
  expect(levels).toMatchObject({ wasReplaced: true, isRaw: true, ended: 'ended' });
  expect(levels.noisy).toBeGreaterThan(-40);
  expect(levels.noisy - levels.quiet).toBeGreaterThan(20);
});

it('a screen is shared and stopped', async () => {
  const seen = await page.evaluate(async () => {
    const { call, sent, look } = window.held;
    const started = new Promise((resolve) => call.once('local-screen-share-started', resolve));
    call.startScreenShare();
    await started;
    const on = call.localScreenVideo();
    const { width } = await look(sent('screenVideo'));
    const track = sent('screenVideo');
    call.stopScreenShare();
    return { on, width, ended: track?.readyState, off: sent('screenVideo') };
  });
  expect(seen).toMatchObject({ on: true, ended: 'ended', off: null });
  expect(seen.width).toBeGreaterThan(100);
});

it('what is behind a person is replaced, before anybody sees it', async () => {
  const seen = await page.evaluate(async () => {
    const { call, sent, look, events } = window.held;
    await call.updateInputSettings({
      video: { processor: { type: 'background-image', config: { source: 1 } } },
    });
    const shown: (MediaStreamTrack | null)[] = [];
    const ready = new Promise<MediaStreamTrack | null>((resolve) => {
      call.on('participant-updated', ({ participant }) => {
        shown.push(participant.tracks.video.track ?? null);
        if (participant.tracks.video.state === 'playable') resolve(sent('video'));
        if (events.some((event) => event.startsWith('video-processor-error'))) resolve(null);
      });
    });
    call.setLocalVideo(true);
    const track = await ready;
    const faults = events.filter((event) => event.startsWith('video-processor-error'));
    if (track === null) return { faults, settings: await call.getInputSettings() };
    const tracks = new Set(shown.filter((one) => one !== null)).size;
    const picture = await look(track);
    await call.updateInputSettings({
      video: { processor: { type: 'background-blur', config: { strength: 1 } } },
    });
    const blurred = sent('video');
    return {
      ...{ faults, tracks, picture, wasReplaced: blurred !== track },
      ...{ ended: track.readyState, blurredPicture: await look(blurred) },
    };
  });
  // Without WebGL the plain camera continues, and the page is notified.
  if ('settings' in seen) {
    expect(seen.faults).toHaveLength(1);
    expect(seen.settings?.video?.processor).toEqual({ type: 'none' });
    return;
  }
  expect(seen).toMatchObject({ faults: [], tracks: 1, wasReplaced: true, ended: 'ended' });
  // The first picture starts dark blue at the upper left; the fake camera is green there.
  expect(seen.picture?.corner.map((one) => Math.round(one / 20))).toEqual([2, 2, 3]);
  expect(seen.blurredPicture?.corner[1]).toBeGreaterThan(100);
}, 60_000);

it('leaves nothing open, and never broke the policy', async () => {
  const left = await page.evaluate(async () => {
    const { call, sent, events } = window.held;
    const tracks = [sent('audio'), sent('video')];
    const { track } = call.participants().local.tracks.audio;
    await call.startLocalAudioLevelObserver(100);
    await new Promise((resolve) => call.once('local-audio-level', resolve));
    await call.destroy();
    const contexts = window.contexts.length;
    return { events, contexts, states: [...tracks, track].map((one) => one?.readyState) };
  });
  expect(left.states).toEqual(['ended', 'ended', 'ended']);
  expect(left.contexts).toBeGreaterThan(1);
  await page.waitForFunction(() => window.contexts.every(({ state }) => state === 'closed'));
  expect(left.events).toEqual(['local-screen-share-started', 'local-screen-share-stopped']);
  expect(violations).toEqual([]);
});
