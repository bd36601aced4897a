import { describe, expect, it } from 'vitest';
import { setUpVoice as setUp } from '../testing/voice-world.ts';

const accepted = { acceptedAt: '2026-03-01T09:00:00.000Z', version: '4c5a1d0e', language: 'en' };
const created = (callId: string) => ({
  stage: 'web-call-creation' as const,
  status: 'completed' as const,
  timestamp: '',
  metadata: { callId, videoRecordingEnabled: false, voiceProvider: 'kindling' },
});

describe('the notice that was accepted', () => {
  it('goes with the call, and with later ones of the page that name none', async () => {
    const { store, client } = setUp();
    await store.startCall({ noticeAcceptance: accepted });
    store.endCall();
    await store.startCall({ microphone: false });
    store.endCall();
    const again = { ...accepted, acceptedAt: '2026-03-01T10:00:00.000Z' };
    await store.startCall({ noticeAcceptance: again });
    expect(client.startOptions).toEqual([
      { noticeAcceptance: accepted },
      { noticeAcceptance: accepted },
      { noticeAcceptance: again },
    ]);
  });

  it('is left out where there was none', async () => {
    const { store, client } = setUp();
    await store.startCall();
    expect(client.startOptions).toEqual([{}]);
  });

  it('goes with a conversation in writing', async () => {
    const { store, written } = setUp({ webRtc: false });
    await store.startCall({ microphone: false, noticeAcceptance: accepted });
    expect(written[0]?.options.noticeAcceptance).toEqual(accepted);
  });
});

describe('the reference of a call', () => {
  it('is its id from its creation until the next one starts', async () => {
    const { store, client } = setUp();
    const reference = () => store.getState().reference;
    const starting = store.startCall();
    expect(reference()).toBeNull();
    await starting;
    client.emit('call-start-progress', created('c1'));
    expect(reference()).toBe('c1');
    client.emit('call-start');
    client.emit('call-end', { reason: 'assistant-ended-call', kind: 'hang-up' });
    expect(reference()).toBe('c1');
    const next = store.startCall();
    expect(reference()).toBeNull();
    await next;
    client.emit('call-start-progress', created('c2'));
    expect(reference()).toBe('c2');
    store.endCall();
    expect(reference()).toBe('c2');
  });

  it('of a conversation in writing is its session, not the call that did not get through', async () => {
    const { store, client, written } = setUp();
    client.failure = Object.assign(new Error('No way.'), { code: 'connection-error' });
    const starting = store.startCall({ microphone: false });
    client.emit('call-start-progress', created('c1'));
    await starting;
    expect(store.getState()).toMatchObject({ isInWriting: true, reference: null });
    written[0]?.options.dispatch({ type: 'referenced', reference: 's1' });
    store.endCall();
    expect(store.getState()).toMatchObject({ isInWriting: false, reference: 's1' });
  });
});
