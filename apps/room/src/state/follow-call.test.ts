import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeCall, type FakeCallOptions } from '../testing/fake-call.ts';
import { fakeParticipant } from '../testing/fake-people.ts';
import { followCall } from './follow-call.ts';
import { initialState } from './page-state.ts';
import { createStore } from './store.ts';

function follow(options: FakeCallOptions = {}) {
  const call = createFakeCall(options);
  const store = createStore(initialState);
  const stop = followCall(call, store);
  return { call, store, stop, stage: () => store.get().stage };
}

const mira = fakeParticipant('Mira');
const chat = (message: unknown) => ({ event: 'chat-msg', message, name: 'Somebody else' });

describe('followCall', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('goes from joining into the call', async () => {
    const { call, stage, store } = follow({ others: [mira] });
    call.emit('joining-meeting', {});
    expect(stage()).toEqual({ name: 'joining' });
    await call.enter({});
    expect(stage()).toEqual({ name: 'call' });
    expect(store.get().participants.map((one) => one.user_name)).toEqual(['Mira', 'Ada Nwosu']);
  });

  it('waits in the lobby where one may only knock', async () => {
    const { call, stage } = follow({ access: { level: 'lobby' } });
    await call.enter({});
    expect(stage()).toEqual({ name: 'lobby', accessRequest: 'waiting' });
  });

  it('leaves, and an ended call is said to have ended', async () => {
    const { call, stage, store } = follow();
    await call.enter({});
    store.set({ recording: true, sidebar: 'chat' });
    call.emit('left-meeting', { reason: 'ended' });
    expect(stage()).toEqual({ name: 'left', ended: true });
    expect(store.get()).toMatchObject({ recording: false, sidebar: null });
  });

  it('does not tell of everybody as leaving when one leaves oneself', async () => {
    const { call, store } = follow({ others: [mira] });
    await call.enter({});
    call.emit('participant-left', { participant: mira });
    expect(store.get().toasts).toHaveLength(1);
    await call.leave();
    expect(store.get().toasts).toHaveLength(1);
  });

  it('keeps a fatal error on screen although one leaves after it', async () => {
    const { call, stage } = follow();
    await call.enter({});
    call.emit('error', { errorMsg: 'out', error: { type: 'ejected', msg: 'out' } });
    call.emit('left-meeting', { reason: 'ejected' });
    expect(stage()).toEqual({ name: 'failed', kind: 'ejected' });
  });

  it('counts chat lines that nobody looks at, under the name the room knows', () => {
    const { call, store } = follow({ others: [mira] });
    call.setPeople([mira]);
    call.emit('app-message', { data: chat('Hello'), fromId: 'mira' });
    call.emit('app-message', { data: { event: 'something else' }, fromId: 'mira' });
    call.emit('app-message', { data: chat(7), fromId: 'mira' });
    expect(store.get().unread).toBe(1);
    expect(store.get().chat).toMatchObject([{ from: 'Mira', text: 'Hello', mine: false }]);
    store.set({ sidebar: 'chat', unread: 0 });
    call.emit('app-message', { data: chat('Again'), fromId: 'mira' });
    expect(store.get().unread).toBe(0);
  });

  it('announces who comes, not whom one finds', async () => {
    const found = { ...mira, joined_at: new Date(5) };
    const comes = { ...fakeParticipant('Tom'), joined_at: new Date(20) };
    const local = { ...fakeParticipant('Me', { local: true }), joined_at: new Date(10) };
    const { call, store } = follow({ local, others: [found, comes] });
    await call.enter({});
    call.emit('participant-joined', { participant: found });
    call.emit('participant-joined', { participant: comes });
    expect(store.get().toasts.map((toast) => toast.text)).toEqual(['Tom joined']);
    vi.runAllTimers();
    expect(store.get().toasts).toEqual([]);
  });

  it('says which device is refused', () => {
    const local = fakeParticipant('Me', { local: true, muted: true });
    const { call, store } = follow({ local });
    call.emit('camera-error', {
      errorMsg: { errorMsg: 'no' },
      error: { type: 'permissions', msg: 'no', blockedBy: 'user', blockedMedia: ['audio'] },
    });
    // It is reported after a refusal, too.
    call.emit('started-camera', {});
    expect(store.get().problem).toEqual({ kind: 'refused', microphone: true, camera: false });
    call.setLocalAudio(true);
    expect(store.get().problem).toBeNull();
  });

  it('switches an effect off that failed, and says so', () => {
    const { call, store } = follow();
    store.set({ noiseCancelled: true });
    call.emit('nonfatal-error', { type: 'audio-processor-error', errorMsg: 'no worklet' });
    expect(store.get().noiseCancelled).toBe(false);
    expect(store.get().toasts).toMatchObject([{ tone: 'alarm' }]);
  });

  it('hears nothing once stopped', () => {
    const { call, stop, stage } = follow();
    stop();
    call.emit('joining-meeting', {});
    expect(stage()).toEqual({ name: 'starting' });
  });
});
