import type { Call, CallFactory } from '@kindling/call';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import { serveBundles } from './serve-bundles.ts';

declare const Kindling: CallFactory;
declare const host: import('@kindling/call').FrameHost;
declare const callObject: Call;
declare const heard: unknown[];
declare let call: Call;
declare let events: { action: string; [field: string]: unknown }[];

let browser: Browser;
let page: Page;
let embedder: Awaited<ReturnType<typeof serveBundles>>;
let room: Awaited<ReturnType<typeof serveBundles>>;

beforeAll(async () => {
  embedder = await serveBundles('daily-frame-parent');
  room = await serveBundles('daily-frame-child');
  browser = await launchChromium();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  embedder?.close();
  room?.close();
});

beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(embedder.origin);
  await page.waitForFunction(() => 'Kindling' in globalThis);
  await page.evaluate((url) => {
    const made = Kindling.createFrame({ url, userName: 'Ada', showLocalVideo: false });
    const emitted: unknown[] = [];
    for (const name of [
      'loading',
      'loaded',
      'joining-meeting',
      'joined-meeting',
      'participant-joined',
      'app-message',
      'track-started',
      'theme-updated',
      'show-local-video-changed',
      'sidebar-view-changed',
      'custom-button-click',
      'left-meeting',
      'call-instance-destroyed',
    ] as const) {
      made.on(name, (event) => emitted.push(event));
    }
    Object.assign(globalThis, { call: made, events: emitted });
  }, `${room.origin}/room/a`);
});

afterEach(() => page.close());

const roomFrame = (): Frame => {
  const frame = page.frames().find((one) => one.url().startsWith(room.origin));
  if (frame === undefined) throw new Error('no frame');
  return frame;
};
const actionsSoFar = () => page.evaluate(() => events.map(({ action }) => action));

describe('a call in a frame of another origin', () => {
  it('floats 375 by 450 pixels large at the bottom right', async () => {
    const style = await page.evaluate(() => {
      const { position, width, height, right, bottom } = call.iframe()?.style ?? {};
      return { position, width, height, right, bottom };
    });
    expect(style).toEqual({
      ...{ position: 'fixed', width: '375px', height: '450px' },
      ...{ right: '1em', bottom: '1em' },
    });
  });

  it('joins, mirrors who is there without their tracks, and emits what happens', async () => {
    const joined = await page.evaluate(async () => {
      const people = await call.join();
      return { people, state: call.meetingState(), counts: call.participantCounts() };
    });
    expect(joined.state).toBe('joined-meeting');
    expect(joined.counts).toEqual({ present: 2, hidden: 0 });
    expect(joined.people).toMatchObject({
      local: { user_name: 'Ada', local: true },
      guide: { user_name: 'Vapi Speaker' },
    });
    expect(JSON.stringify(joined.people)).not.toContain('persistentTrack');
    const actions = await actionsSoFar();
    expect(actions.slice(0, 5)).toEqual([
      'loading',
      'loaded',
      'joining-meeting',
      'joined-meeting',
      'participant-joined',
    ]);
  });

  it('refuses misuse as a call object does, and carries the errors of the room over', async () => {
    const errors = await page.evaluate(async () => {
      const codeOf = async (run: () => unknown) => {
        try {
          await run();
          return 'none';
        } catch (error) {
          return (error as { code: string }).code;
        }
      };
      const before = await codeOf(() => call.sendAppMessage('hello'));
      const ofCallObjects = await codeOf(() => call.accessState());
      const theme = await codeOf(() => call.setTheme({ colors: { accent: 'red' } }));
      await call.join();
      const dialOut = await codeOf(() => call.startDialOut({ phoneNumber: '5' }));
      const configured = await codeOf(() => call.startDialOut({ phoneNumber: '+1' }));
      return { before, ofCallObjects, theme, dialOut, configured };
    });
    expect(errors).toEqual({
      before: 'before-join',
      ofCallObjects: 'not-available',
      theme: 'invalid-property',
      dialOut: 'invalid-property',
      configured: 'not-configured',
    });
  });

  it('answers what it knows itself before there is a call page', async () => {
    const known = await page.evaluate(async () => ({
      settings: await call.getInputSettings(),
      topology: await call.getNetworkTopology(),
      load: await call.getCpuLoadStats(),
      network: await call.getNetworkStats(),
      devices: await call.getInputDevices(),
      room: await call.room(),
    }));
    expect(known).toMatchObject({
      ...{ settings: {}, topology: { topology: 'none' }, load: { stats: {} }, room: null },
      network: { networkState: 'unknown' },
      devices: { camera: {}, mic: {}, speaker: {} },
    });
  });

  it('says of a track that started what it is', async () => {
    await page.evaluate(() => call.join());
    await roomFrame().evaluate(() => {
      const { stream } = new AudioContext().createMediaStreamDestination();
      const [track] = stream.getAudioTracks();
      const event = { action: 'track-started', participant: null, type: 'audio', track };
      (callObject as unknown as { emit(name: string, event: object): void }).emit(
        'track-started',
        event,
      );
    });
    await page.waitForFunction(() => events.some(({ action }) => action === 'track-started'));
    const started = await page.evaluate(() =>
      events.find(({ action }) => action === 'track-started'),
    );
    expect(started).toMatchObject({
      type: 'audio',
      track: { kind: 'audio', readyState: 'live', enabled: true, id: expect.any(String) },
    });
  });

  it('has its settings on both sides', async () => {
    await page.evaluate(async () => {
      await call.join();
      await call.setTheme({ colors: { accent: '#ff0000' } });
      call.setCustomIntegrations({
        notes: { label: 'Notes', location: 'main', src: 'https://kindling.test/notes' },
      });
      call.startCustomIntegrations('notes').setShowLocalVideo(true).setSidebarView('people');
      // Answered after everything before it was taken.
      await call.getInputDevices();
    });
    const inFrame = await roomFrame().evaluate(() => ({ settings: host.settings, heard }));
    expect(inFrame.settings).toMatchObject({
      theme: { colors: { accent: '#ff0000' } },
      showLocalVideo: true,
      sidebarView: 'people',
    });
    expect(inFrame.heard).toContainEqual({
      command: { type: 'start-integrations', ids: ['notes'] },
    });
    await roomFrame().evaluate(() => {
      host.changeSettings({ sidebarView: 'chat' });
      host.tell('custom-button-click', { button_id: 'help' });
    });
    await page.waitForFunction(() => events.some(({ action }) => action === 'custom-button-click'));
    expect(await page.evaluate(() => call.getSidebarView())).toBe('chat');
    expect(await actionsSoFar()).toEqual(
      expect.arrayContaining(['theme-updated', 'show-local-video-changed', 'sidebar-view-changed']),
    );
  });

  it('hears nobody but its embedder, and its embedder nobody but it', async () => {
    await page.evaluate(() => call.join());
    await page.evaluate((origin) => {
      const state = {
        protocol: 'kindling-frame-1',
        type: 'state',
        state: { meetingState: 'error' },
      };
      // From this very window, and as if from the room: neither is the frame.
      postMessage(state, '*');
      window.dispatchEvent(new MessageEvent('message', { data: state, origin, source: window }));
    }, room.origin);
    const left = await roomFrame().evaluate(async () => {
      const data = { protocol: 'kindling-frame-1', type: 'call', id: 1, method: 'leave', args: [] };
      window.dispatchEvent(
        new MessageEvent('message', { data, origin: 'https://evil.test', source: parent }),
      );
      postMessage(data, '*');
      // The host hears it before this listener does.
      await new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
      return callObject.meetingState();
    });
    expect(left).toBe('joined-meeting');
    expect(await page.evaluate(() => call.meetingState())).toBe('joined-meeting');
  });

  it('leaves, and is gone when destroyed; another can be made', async () => {
    const end = await page.evaluate(async () => {
      await call.join();
      await call.leave();
      const left = call.meetingState();
      await call.join();
      await call.destroy();
      const frames = document.querySelectorAll('iframe').length;
      const next = Kindling.createTransparentFrame();
      const passes = next.iframe()?.style.pointerEvents;
      await next.destroy();
      return { left, frames, passes, living: Kindling.getCallInstance() === undefined };
    });
    expect(end).toEqual({ left: 'left-meeting', frames: 0, passes: 'none', living: true });
    expect((await actionsSoFar()).slice(-2)).toEqual(['left-meeting', 'call-instance-destroyed']);
  });
});
