import type { VoiceCall } from '@kindling/assistant/react';
import { describe, expect, it, vi } from 'vitest';
import { VoiceDoor } from './lazy-voice-call.ts';

/** A call that is there, in the state given. */
function callIn(callState: VoiceCall['callState']): VoiceCall {
  return {
    ...new VoiceDoor().read(),
    callState,
    isConnecting: callState === 'connecting',
    startCall: vi.fn(async () => {}),
    preload: vi.fn(async () => {}),
  };
}

describe('the door before the voice call', () => {
  it('brings nothing by itself', () => {
    const bring = vi.fn(async () => {});
    const door = new VoiceDoor();
    door.bringBy(bring);
    expect(door.read().callState).toBe('idle');
    expect(bring).not.toHaveBeenCalled();
  });

  it('connects at once, and starts the call when it is there, once', async () => {
    const door = new VoiceDoor();
    const call = callIn('idle');
    const seen: string[] = [];
    door.subscribe(() => seen.push(door.read().callState));
    const start = door.read().startCall({ microphone: false });
    void door.read().startCall();
    expect(door.read()).toMatchObject({ isConnecting: true, hasMicrophone: false });
    door.connect(call);
    await start;
    expect(call.startCall).toHaveBeenCalledExactlyOnceWith({ microphone: false });
    door.connect(callIn('in-call'));
    expect(seen).toEqual(['connecting', 'in-call']);
  });

  it('says what the page says when the code cannot be had, and can be asked again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const door = new VoiceDoor();
    door.bringBy(() => Promise.reject(new Error('offline')));
    await door.read().startCall();
    expect(door.read()).toMatchObject({
      callState: 'error',
      error: 'Failed to initialize AI agent service.',
    });
    const call = callIn('idle');
    door.bringBy(async () => door.connect(call));
    await door.read().startCall();
    expect(call.startCall).toHaveBeenCalledOnce();
  });

  it('does not start a call that was ended before it was there', async () => {
    const door = new VoiceDoor();
    const call = callIn('idle');
    const start = door.read().startCall();
    door.read().endCall();
    expect(door.read().callState).toBe('idle');
    door.connect(call);
    await start;
    expect(call.startCall).not.toHaveBeenCalled();
  });

  it('preloads the call without starting it', async () => {
    const door = new VoiceDoor();
    const call = callIn('idle');
    const preloaded = door.read().preload();
    door.connect(call);
    await preloaded;
    expect(call.preload).toHaveBeenCalledOnce();
    expect(call.startCall).not.toHaveBeenCalled();
    expect(door.read().callState).toBe('idle');
  });

  it('is idle again when the call goes away', () => {
    const door = new VoiceDoor();
    door.connect(callIn('in-call'));
    door.connect(null);
    expect(door.read().callState).toBe('idle');
  });
});
