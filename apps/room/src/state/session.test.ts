import type { CallOptions } from '@kindling/call';
import { describe, expect, it, vi } from 'vitest';
import { createFakeCall, type FakeCallOptions } from '../testing/fake-call.ts';
import { followCall } from './follow-call.ts';
import { initialState } from './page-state.ts';
import { createSession } from './session.ts';
import { createStore } from './store.ts';

function open(options: FakeCallOptions = {}, given: CallOptions = {}) {
  const call = createFakeCall(options);
  const store = createStore({ ...initialState, userName: 'Ada' });
  followCall(call, store);
  const setLanguage = vi.fn();
  const joinOptions = () => ({ url: 'https://kindling.example/room/a', ...given });
  const enter = vi.spyOn(call, 'enter');
  const startCamera = vi.spyOn(call, 'startCamera');
  const session = createSession(call, store, { joinOptions, setLanguage });
  return {
    ...session,
    call,
    store,
    enter,
    startCamera,
    setLanguage,
    stage: () => store.get().stage,
  };
}
const devicesOn = { audioSource: true, videoSource: true };

describe('coming in', () => {
  it('shows the way in first, with the devices open', async () => {
    const page = open({ room: { config: { start_video_off: true }, tokenConfig: {} } });
    await page.start();
    expect(page.stage()).toEqual({ name: 'prejoin' });
    expect(page.startCamera).toHaveBeenCalledWith({
      ...devicesOn,
      startVideoOff: true,
      startAudioOff: false,
    });
    expect(page.enter).not.toHaveBeenCalled();
  });

  it('leaves the devices as they were chosen on the way in', async () => {
    const page = open({}, { startVideoOff: true, token: 'abc' });
    await page.start();
    await page.join();
    const url = 'https://kindling.example/room/a';
    expect(page.enter).toHaveBeenCalledWith({ url, token: 'abc', userName: 'Ada' });
    expect(page.stage()).toEqual({ name: 'call' });
  });

  it('goes straight in where the token says so, under the name it gives', async () => {
    const tokenConfig = { enable_prejoin_ui: false, user_name: 'Mira', lang: 'fi' };
    const page = open({ room: { config: { enable_prejoin_ui: true }, tokenConfig } });
    await page.start();
    expect(page.stage()).toEqual({ name: 'call' });
    expect(page.enter.mock.calls[0]?.[0]).toMatchObject({ ...devicesOn, userName: 'Mira' });
    expect(page.setLanguage).toHaveBeenCalledWith('fi');
  });

  it.each([
    ['no-room', 'no-room'],
    ['exp-room', 'exp-room'],
    ['something else', 'connection-error'],
  ])('says why it cannot: %s', async (code, kind) => {
    const page = open();
    page.call.preAuth = () => Promise.reject(Object.assign(new Error('no'), { code }));
    await page.start();
    expect(page.stage()).toEqual({ name: 'failed', kind });
  });

  it('knocks, and says when it was not admitted', async () => {
    const page = open({ access: { level: 'lobby' }, granted: false });
    await page.start();
    await page.join();
    expect(page.stage()).toEqual({ name: 'lobby', accessRequest: 'denied' });
  });
});
