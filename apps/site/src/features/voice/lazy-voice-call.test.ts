import type { VoiceCall } from '@kindling/assistant/react';
import { describe, expect, it, vi } from 'vitest';
import { LazyVoiceCall } from './lazy-voice-call.ts';

/** A call that is there, in the state given. */
function callIn(callState: VoiceCall['callState']): VoiceCall {
  return {
    ...new LazyVoiceCall().read(),
    callState,
    isConnecting: callState === 'connecting',
    startCall: vi.fn(async () => {}),
    preload: vi.fn(async () => {}),
  };
}

describe('the door before the voice call', () => {
  it('brings nothing by itself', () => {
    const bring = vi.fn(async () => {});
    const lazyCall = new LazyVoiceCall();
    lazyCall.loadWith(bring);
    expect(lazyCall.read().callState).toBe('idle');
    expect(bring).not.toHaveBeenCalled();
  });

  it('connects at once, and starts the call when it is there, once', async () => {
    const lazyCall = new LazyVoiceCall();
    const call = callIn('idle');
    const seen: string[] = [];
    lazyCall.subscribe(() => seen.push(lazyCall.read().callState));
    const start = lazyCall.read().startCall({ microphone: false });
    void lazyCall.read().startCall();
    expect(lazyCall.read()).toMatchObject({ isConnecting: true, hasMicrophone: false });
    lazyCall.connect(call);
    await start;
    expect(call.startCall).toHaveBeenCalledExactlyOnceWith({ microphone: false });
    lazyCall.connect(callIn('in-call'));
    expect(seen).toEqual(['connecting', 'in-call']);
  });

  it('says what the page says when the code cannot be had, and can be asked again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const lazyCall = new LazyVoiceCall();
    lazyCall.loadWith(() => Promise.reject(new Error('offline')));
    await lazyCall.read().startCall();
    expect(lazyCall.read()).toMatchObject({
      callState: 'error',
      error: 'Failed to initialize AI agent service.',
    });
    const call = callIn('idle');
    lazyCall.loadWith(async () => lazyCall.connect(call));
    await lazyCall.read().startCall();
    expect(call.startCall).toHaveBeenCalledOnce();
  });

  it('does not start a call that was ended before it was there', async () => {
    const lazyCall = new LazyVoiceCall();
    const call = callIn('idle');
    const start = lazyCall.read().startCall();
    lazyCall.read().endCall();
    expect(lazyCall.read().callState).toBe('idle');
    lazyCall.connect(call);
    await start;
    expect(call.startCall).not.toHaveBeenCalled();
  });

  it('preloads the call without starting it', async () => {
    const lazyCall = new LazyVoiceCall();
    const call = callIn('idle');
    const preloaded = lazyCall.read().preload();
    lazyCall.connect(call);
    await preloaded;
    expect(call.preload).toHaveBeenCalledOnce();
    expect(call.startCall).not.toHaveBeenCalled();
    expect(lazyCall.read().callState).toBe('idle');
  });

  it('is idle again when the call goes away', () => {
    const lazyCall = new LazyVoiceCall();
    lazyCall.connect(callIn('in-call'));
    lazyCall.connect(null);
    expect(lazyCall.read().callState).toBe('idle');
  });
});
