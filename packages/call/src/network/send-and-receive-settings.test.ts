import { afterEach, describe, expect, it } from 'vitest';
import { CallObject } from '../call-object/call-object.ts';
import { callInstances } from '../core/call-instances.ts';
import type { CallObjectOptions } from '../options/call-options.ts';
import { type FakeEngine, fakeEngines, wireParticipant } from '../testing/fake-engine.ts';
import { asDevices, FakeDevices } from '../testing/fake-media.ts';
import { settle, VirtualClock } from '../testing/virtual-clock.ts';
import { cameraEncodings, limitBandwidth, screenEncodings } from './send-presets.ts';

const url = 'https://kindling.test/room/a';

afterEach(() => {
  for (let one = callInstances.find(); one !== undefined; one = callInstances.find()) {
    void one.destroy();
  }
});

function setUp(options: CallObjectOptions = {}, prepare?: (engine: FakeEngine) => void) {
  const engines = fakeEngines(prepare);
  const call = new CallObject(
    { url, audioSource: false, ...options },
    {
      clock: new VirtualClock(),
      importEngine: engines.importEngine,
      mediaDevices: () => asDevices(new FakeDevices()),
      onPageHide: () => () => {},
    },
  );
  const engine = () => {
    const last = engines.made.at(-1);
    if (last === undefined) throw new Error('no engine was made');
    return last;
  };
  return { call, engine };
}

describe('presets', () => {
  it.each([
    ['default-video', 3],
    ['bandwidth-optimized', 2],
    ['bandwidth-and-quality-balanced', 3],
    ['quality-optimized', 3],
    ['adaptive-2-layers', 2],
    ['adaptive-3-layers', 3],
  ])('%s sends %d of three layers', (preset, count) => {
    const layers = cameraEncodings(preset);
    expect(layers).toHaveLength(3);
    expect(layers.filter((one) => one.active !== false)).toHaveLength(count);
    const scales = layers.slice(0, count).map((one) => one.scaleResolutionDownBy ?? 1);
    expect(scales).toEqual([...scales].sort((a, b) => b - a));
  });

  it('the quality limits how many layers are sent', () => {
    const active = (maxQuality: 'low' | 'medium' | 'high') =>
      cameraEncodings({ maxQuality }).map((one) => one.active !== false);
    expect(active('low')).toEqual([true, false, false]);
    expect(active('medium')).toEqual([true, true, false]);
    expect(active('high')).toEqual([true, true, true]);
  });

  it('layers of the page are taken as they are', () => {
    const low = { maxBitrate: 1_000, scaleResolutionDownBy: 3 };
    expect(cameraEncodings({ encodings: { low } })[0]).toEqual(low);
    expect(screenEncodings({ encodings: { low } })).toEqual([low]);
  });

  it('motion has more frames, detail fewer', () => {
    const rate = (preset: string) => screenEncodings(preset)[0]?.maxFramerate ?? 0;
    expect(rate('motion-optimized')).toBeGreaterThan(rate('motion-and-detail-balanced'));
    expect(rate('detail-optimized')).toBeLessThan(rate('motion-and-detail-balanced'));
  });

  it('a limit is shared by the layers, and larger than all of them it changes nothing', () => {
    const layers = [{ maxBitrate: 100 }, { maxBitrate: 300 }, { active: false, maxBitrate: 900 }];
    expect(limitBandwidth(layers, 200)).toEqual([
      { maxBitrate: 50 },
      { maxBitrate: 150 },
      { active: false, maxBitrate: 900 },
    ]);
    expect(limitBandwidth(layers, 400)).toBe(layers);
    expect(limitBandwidth(layers, null)).toBe(layers);
  });
});

describe('updateSendSettings', () => {
  it('reaches the sender of a camera that comes later, and of one that is there', async () => {
    const { call, engine } = setUp({ sendSettings: { video: 'quality-optimized' } });
    const events: unknown[] = [];
    call.on('send-settings-updated', ({ sendSettings }) => events.push(sendSettings));
    await call.join({ videoSource: true });
    await settle();
    const sent = () => engine().outgoing.findLast((one) => one.name === 'video')?.encodings;
    expect(sent()).toEqual(cameraEncodings('quality-optimized'));
    const settings = await call.updateSendSettings({ video: { maxQuality: 'low' } });
    expect(sent()).toEqual(cameraEncodings({ maxQuality: 'low' }));
    expect(settings).toMatchObject({ video: { maxQuality: 'low' } });
    expect(events).toEqual([settings]);
    expect(call.getSendSettings()).toEqual(settings);
    call.setBandwidth({ kbs: 50 });
    expect(sent()?.[0]?.maxBitrate).toBeLessThanOrEqual(50_000);
    call.setBandwidth({ kbs: 'NO_CAP' });
    expect(sent()).toEqual(cameraEncodings({ maxQuality: 'low' }));
  });

  it('is null until something was said or the call was joined', async () => {
    const { call } = setUp();
    expect(call.getSendSettings()).toBeNull();
    await call.join();
    expect(call.getSendSettings()).toMatchObject({ video: 'default-video' });
  });
});

describe('updateReceiveSettings', () => {
  const video = { media: 'video', state: 'playable', subscribed: true, mid: null } as const;
  const present = (engine: FakeEngine) => {
    engine.present = ['ada', 'bob'].map((id) => wireParticipant(id, null, { video }));
  };

  it('asks for layers of one, of everybody else, and back to the base', async () => {
    const { call, engine } = setUp({}, present);
    const events: unknown[] = [];
    call.on('receive-settings-updated', ({ receiveSettings }) => events.push(receiveSettings));
    await call.join();
    await call.updateReceiveSettings({
      base: { video: { layer: 0 } },
      ada: { video: { layer: 2 } },
    });
    const asked = () =>
      engine()
        .requests.splice(0)
        .map(({ params }) => params);
    expect(asked()).toEqual([
      { sessionId: 'ada', track: 'video', layer: 2 },
      { sessionId: 'bob', track: 'video', layer: 0 },
    ]);
    expect(await call.getReceiveSettings('bob', { showInheritedValues: true })).toEqual({
      video: { layer: 0 },
    });
    expect(await call.getReceiveSettings('bob')).toEqual({});
    await call.updateReceiveSettings({ ada: 'inherit' });
    expect(asked()).toEqual([{ sessionId: 'ada', track: 'video', layer: 0 }]);
    await call.updateReceiveSettings({ '*': { video: { layer: 1 } } });
    expect(asked()).toHaveLength(2);
    expect(await call.getReceiveSettings()).toEqual({
      base: { video: { layer: 0 } },
      ada: { video: { layer: 1 } },
      bob: { video: { layer: 1 } },
    });
    await call.updateReceiveSettings({ bob: { video: { layer: 'inherit' } } });
    expect(asked()).toEqual([{ sessionId: 'bob', track: 'video', layer: 0 }]);
    expect(events).toHaveLength(4);
  });

  it('holds for who comes later, and is not asked twice', async () => {
    const { call, engine } = setUp({ receiveSettings: { base: { video: { layer: 1 } } } });
    await call.join();
    const cleo = wireParticipant('cleo', null, { video });
    engine().options.callbacks.onEvent({ type: 'participant-joined', participant: cleo });
    engine().options.callbacks.onEvent({ type: 'participant-updated', participant: cleo });
    await settle();
    expect(engine().requests).toEqual([
      {
        method: 'set-receive-layer',
        params: { sessionId: 'cleo', track: 'video', layer: 1 },
      },
    ]);
  });
});
