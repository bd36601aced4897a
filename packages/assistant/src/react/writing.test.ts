import { describe, expect, it } from 'vitest';
import { settle } from '../testing/virtual-clock.ts';
import { lostCall, setUpVoice as setUp } from '../testing/voice-world.ts';

const joined = { stage: 'daily-call-join', status: 'completed', timestamp: '' } as const;
const lost = { reason: 'kindling.connection-lost', kind: 'error' } as const;

/** As the call library rejects when the room cannot be reached. */
const unreachable = Object.assign(new Error('The room does not answer.'), {
  code: 'connection-error',
});

describe('who types, where no call can be made', () => {
  it('without WebRTC: writes at once, and no call is tried', async () => {
    const { store, client, written } = setUp({ webRtc: false });
    await store.startCall({ microphone: false });
    expect(client.starts).toEqual([]);
    expect(store.getState()).toMatchObject({
      callState: 'in-call',
      isInWriting: true,
      hasMicrophone: false,
      assistantName: 'Ember',
    });
    store.sendText(' Hello ');
    expect(written[0]?.sent).toEqual(['Hello']);
    expect(client.sent).toEqual([]);
    store.noteTyping();
    await store.chooseMicrophone(null);
    expect([client.sent, client.switched]).toEqual([[], []]);
  });

  it('where WebRTC works: gets a call, in which the assistant is heard', async () => {
    const { store, client, written } = setUp();
    await store.startCall({ microphone: false });
    client.emit('call-start');
    expect(store.getState()).toMatchObject({ callState: 'in-call', isInWriting: false });
    expect(written).toEqual([]);
  });

  it('blocked-after-the-join: writes instead, and the next time at once', async () => {
    const { store, client, written } = setUp();
    await store.startCall({ microphone: false });
    client.emit('call-start-progress', joined);
    client.emit('error', lostCall);
    client.emit('call-end', lost);
    await settle();
    expect(store.getState()).toMatchObject({
      callState: 'in-call',
      isInWriting: true,
      error: null,
    });
    store.endCall();
    expect(written[0]?.stopped).toBe(1);
    expect(store.getState()).toMatchObject({ callState: 'idle', isInWriting: false });
    await store.startCall({ microphone: false });
    expect(client.starts).toHaveLength(1);
    expect(written).toHaveLength(2);
  });

  it('blocked-in-the-join: the same', async () => {
    const { store, client, written } = setUp();
    client.failure = unreachable;
    await store.startCall({ microphone: false });
    expect(store.getState()).toMatchObject({ callState: 'in-call', isInWriting: true });
    expect(written).toHaveLength(1);
  });

  it('a refusal of the server is one in writing, too: nothing else is tried', async () => {
    const { store, client, written } = setUp();
    client.failure = new Error('The lines are full.');
    await store.startCall({ microphone: false });
    expect(store.getState()).toMatchObject({
      callState: 'error',
      error: 'The lines are full.',
      failure: 'other',
    });
    expect(written).toEqual([]);
  });

  it('given-up-while-it-is-loading: nothing begins', async () => {
    const { store, written } = setUp({ webRtc: false });
    const starting = store.startCall({ microphone: false });
    store.endCall();
    await starting;
    expect(store.getState().callState).toBe('idle');
    expect(written).toEqual([]);
  });
});

describe('who speaks, where no call can be made', () => {
  it('is notified, and may type', async () => {
    const { store, client } = setUp({ webRtc: false });
    await store.startCall();
    expect(store.getState()).toMatchObject({
      callState: 'error',
      error: 'This browser cannot make voice calls.',
      failure: 'connection',
    });
    expect(client.starts).toEqual([]);
  });

  it('blocked-after-the-join: an error, after which typing waits for no call', async () => {
    const { store, client, written } = setUp();
    await store.startCall();
    client.emit('call-start-progress', joined);
    client.emit('error', lostCall);
    client.emit('call-end', lost);
    expect(store.getState()).toMatchObject({
      callState: 'error',
      error: 'Call failed. Please try again.',
      failure: 'connection',
    });
    await store.startCall({ microphone: false });
    expect(store.getState()).toMatchObject({ isInWriting: true, failure: null });
    expect(written).toHaveLength(1);
  });

  it('a call that gets through again makes typing one again', async () => {
    const { store, client, written } = setUp();
    client.failure = unreachable;
    await store.startCall();
    client.failure = null;
    await store.startCall();
    client.emit('call-start');
    store.endCall();
    await store.startCall({ microphone: false });
    expect(written).toEqual([]);
  });
});

describe('the failure of a start', () => {
  it.each([
    ['NotAllowedError', 'Microphone access is required to speak with the AI agent.'],
    ['NotFoundError', 'No microphone was found.'],
    ['NotReadableError', 'Your microphone could not be opened.'],
    ['OverconstrainedError', 'The chosen microphone is not available.'],
    ['SecurityError', 'Your browser allows the microphone on secure pages only.'],
  ])('%s is one of the microphone, in words', async (name, words) => {
    const { store, client } = setUp();
    client.failure = new DOMException('Requested device not found', name);
    await store.startCall();
    const { error, failure } = store.getState();
    expect(failure).toBe('microphone');
    expect(error?.startsWith(words)).toBe(true);
  });

  it('keeps the words of everything else', async () => {
    const { store, client } = setUp();
    client.failure = new Error('The server is full.');
    await store.startCall();
    expect(store.getState()).toMatchObject({ error: 'The server is full.', failure: 'other' });
    store.endCall();
    expect(store.getState()).toMatchObject({ error: null, failure: null });
  });
});
