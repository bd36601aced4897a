import { describe, expect, it } from 'vitest';
import { settle } from '../testing/virtual-clock.ts';
import { lostCall, setUpVoice as setUp, spoken as transcript } from '../testing/voice-world.ts';

describe('call state', () => {
  it('idle → connecting → in-call → idle', async () => {
    const { store, client } = setUp();
    expect(store.getState().callState).toBe('idle');
    const starting = store.startCall();
    expect(store.getState().callState).toBe('connecting');
    await starting;
    expect(store.getState().callState).toBe('connecting');
    client.emit('call-start');
    expect(store.getState()).toMatchObject({ callState: 'in-call', assistantName: 'Ember' });
    expect(store.getState().startedAt).toBe(1_000);
    client.emit('call-end', { reason: 'silence-timed-out', kind: 'silence' });
    expect(store.getState()).toMatchObject({ callState: 'idle', endReason: 'silence-timed-out' });
    expect(client.starts).toEqual(['a1']);
  });

  it('loads nothing before the first start, and starts once at a time', async () => {
    const { store, client, loads } = setUp();
    await settle();
    expect(loads()).toBe(0);
    await Promise.all([store.startCall(), store.startCall()]);
    expect(client.starts).toHaveLength(1);
  });

  it('call-end clears the speaking flag and the transcripts, which stay as the last ones', async () => {
    const { store, client, inCall } = setUp();
    await inCall();
    client.emit('message', transcript('assistant', 'Hello'));
    client.emit('call-end', { reason: 'assistant-ended-call', kind: 'hang-up' });
    expect(store.getState()).toMatchObject({
      isAiSpeaking: false,
      transcripts: [],
      conversationState: 'idle',
      lastTranscripts: [{ content: 'Hello' }],
    });
    await store.startCall();
    expect(store.getState().lastTranscripts).toEqual([]);
  });

  it('an error event is an error, and the end that follows does not hide it', async () => {
    const { store, client, inCall } = setUp();
    await inCall();
    client.emit('error', lostCall);
    client.emit('call-end', { reason: 'kindling.connection-lost', kind: 'error' });
    expect(store.getState()).toMatchObject({
      callState: 'error',
      error: 'Call failed. Please try again.',
      conversationState: 'idle',
      endReason: 'kindling.connection-lost',
    });
    store.endCall();
    expect(store.getState()).toMatchObject({ callState: 'idle', error: null });
  });

  it('broken-while-setting-up: an error is one from call-start on, though start still runs', async () => {
    const { store, client } = setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    client.start = () => promise.then(() => ({ id: 'c1', webCallUrl: 'x' }));
    const starting = store.startCall();
    await settle();
    client.emit('call-start');
    client.emit('error', lostCall);
    expect(store.getState().callState).toBe('error');
    resolve();
    await starting;
    expect(store.getState().callState).toBe('error');
  });

  it('broken-before-it-listens: an error is one from the join on, as the start does not reject any more', async () => {
    const { store, client } = setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    client.start = () => promise.then(() => ({ id: 'c1', webCallUrl: 'x' }));
    const starting = store.startCall();
    await settle();
    const joined = { stage: 'daily-call-join', status: 'completed', timestamp: '' } as const;
    client.emit('call-start-progress', joined);
    client.emit('error', lostCall);
    client.emit('call-end', { reason: 'kindling.connection-lost', kind: 'error' });
    resolve();
    await starting;
    expect(store.getState()).toMatchObject({
      callState: 'error',
      error: 'Call failed. Please try again.',
    });
  });

  it('an error that leaves the call going leaves the state alone', async () => {
    const { store, client, inCall } = setUp();
    await inCall();
    client.emit('error', {
      type: 'audio-observer-setup-error',
      stage: 'audio-observer-setup',
      message: 'x',
      error: new Error('x'),
      timestamp: '',
    });
    expect(store.getState().callState).toBe('in-call');
  });

  it('ending while connecting drops the start', async () => {
    const { store, client } = setUp();
    const starting = store.startCall();
    store.endCall();
    await starting;
    expect(store.getState().callState).toBe('idle');
    expect(client.starts).toEqual([]);
  });

  it('given-up-while-loading: its client is not made, and the next start keeps its own', async () => {
    const slow = Promise.withResolvers<never>();
    const fast = Promise.withResolvers<never>();
    const loads = [slow, fast];
    const { store, client, made } = setUp({
      load: async () => loads.shift()?.promise ?? fast.promise,
    });
    const first = store.startCall();
    store.endCall();
    const second = store.startCall({ microphone: false });
    fast.resolve(undefined as never);
    await second;
    client.emit('call-start');
    slow.resolve(undefined as never);
    await first;
    expect(made.map((args) => args[3])).toEqual([{ audioSource: false }]);
    expect(store.getState().callState).toBe('in-call');
    client.emit('call-end', { reason: 'customer-ended-call', kind: 'hang-up' });
    expect(store.getState().callState).toBe('idle');
  });

  it('can be disposed of and used again, as in strict mode', async () => {
    const { store, client, inCall } = setUp();
    store.dispose();
    await inCall();
    expect(store.getState().callState).toBe('in-call');
    store.dispose();
    expect(client.stopped).toBe(1);
    expect(client.listenerCount('call-start')).toBe(0);
  });
});

describe('failures to start', () => {
  const refused = Object.assign(new Error('Permission denied'), { name: 'NotAllowedError' });

  it.each([
    [refused, /^Microphone access is required to speak with the AI agent\. Please allow/],
    [new Error('The server is full.'), /^The server is full\.$/],
    [new Error(''), /^Failed to connect to AI agent\. Please try again\.$/],
  ])('%s', async (failure, message) => {
    const { store, client } = setUp();
    client.failure = failure;
    await store.startCall();
    expect(store.getState().callState).toBe('error');
    expect(store.getState().error).toMatch(message);
  });

  it('without a key: Vapi not initialized', async () => {
    const { store } = setUp({ config: { publicKey: '' } });
    await store.startCall();
    expect(store.getState().error).toBe('Vapi not initialized');
  });

  it('when the client cannot be loaded', async () => {
    const { store } = setUp({ load: () => Promise.reject(new Error('offline')) });
    await store.startCall();
    expect(store.getState().error).toBe('Failed to initialize AI agent service.');
  });

  it('a new start clears the error', async () => {
    const { store, client } = setUp();
    client.failure = new Error('once');
    await store.startCall();
    client.failure = null;
    const starting = store.startCall();
    expect(store.getState()).toMatchObject({ callState: 'connecting', error: null });
    await starting;
  });
});

describe('conversation state', () => {
  it('speech-start: listening', async () => {
    const { store, client, inCall } = setUp();
    await inCall();
    client.emit('speech-start');
    expect(store.getState().conversationState).toBe('listening');
  });

  it('speech-end: thinking, idle after 3 s', async () => {
    const { clock, store, client, inCall } = setUp();
    await inCall();
    client.emit('speech-end');
    await clock.advance(2_999);
    expect(store.getState().conversationState).toBe('thinking');
    await clock.advance(1);
    expect(store.getState().conversationState).toBe('idle');
  });

  it('an assistant transcript: responding and speaking, idle after 2 s', async () => {
    const { clock, store, client, inCall } = setUp();
    await inCall();
    client.emit('message', transcript('assistant', 'Hello'));
    expect(store.getState()).toMatchObject({ conversationState: 'responding', isAiSpeaking: true });
    await clock.advance(1_500);
    client.emit('message', transcript('assistant', 'there'));
    await clock.advance(1_999);
    expect(store.getState().conversationState).toBe('responding');
    await clock.advance(1);
    expect(store.getState()).toMatchObject({ conversationState: 'idle', isAiSpeaking: false });
  });

  it('thinking is cut short by what follows it', async () => {
    const { clock, store, client, inCall } = setUp();
    await inCall();
    client.emit('speech-end');
    await clock.advance(1_000);
    client.emit('speech-start');
    await clock.advance(10_000);
    expect(store.getState().conversationState).toBe('listening');
  });

  it('a server that says who speaks is believed over loudness', async () => {
    const { clock, store, client, inCall } = setUp();
    await inCall();
    const speech = (role: 'user' | 'assistant', status: 'started' | 'stopped') =>
      client.emit('message', { type: 'speech-update', role, status, turn: 1 });
    speech('assistant', 'started');
    client.emit('speech-start');
    await clock.advance(10_000);
    expect(store.getState()).toMatchObject({ conversationState: 'responding', isAiSpeaking: true });
    speech('assistant', 'stopped');
    client.emit('speech-end');
    client.emit('message', transcript('assistant', 'Hello'));
    expect(store.getState()).toMatchObject({ conversationState: 'idle', isAiSpeaking: false });
    speech('user', 'started');
    expect(store.getState().conversationState).toBe('listening');
    speech('user', 'stopped');
    expect(store.getState().conversationState).toBe('thinking');
    await clock.advance(3_000);
    expect(store.getState().conversationState).toBe('idle');
  });
});

describe('transcripts', () => {
  it('list finals; a partial is replaced by its final, a final by its correction', async () => {
    const { store, client, inCall } = setUp();
    await inCall();
    client.emit('message', {
      type: 'transcript',
      role: 'user',
      transcriptType: 'partial',
      transcript: 'What is',
      utteranceId: 'u1',
    });
    expect(store.getState().transcripts).toEqual([]);
    expect(store.getState().partialTranscript?.content).toBe('What is');
    client.emit('message', transcript('user', 'What is it?', 'u1'));
    client.emit('message', transcript('assistant', 'It is a long answer.', 'a1'));
    client.emit('message', transcript('assistant', 'It is', 'a1'));
    expect(store.getState().partialTranscript).toBeNull();
    expect(store.getState().transcripts.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'What is it?'],
      ['assistant', 'It is'],
    ]);
  });

  it('are recorded only while transcription is enabled', async () => {
    const { store, client, inCall } = setUp({ enabled: false });
    await inCall();
    client.emit('message', transcript('assistant', 'one'));
    expect(store.getState().transcripts).toEqual([]);
    store.setTranscriptionEnabled(true);
    client.emit('message', transcript('assistant', 'two'));
    expect(store.getState().transcripts.map((entry) => entry.content)).toEqual(['two']);
  });
});

describe('what a person does', () => {
  it('mutes and unmutes during a call only', async () => {
    const { store, client, inCall } = setUp();
    store.toggleMute();
    await inCall();
    store.toggleMute();
    expect(store.getState().isMuted).toBe(true);
    store.toggleMute();
    expect(client.mutes).toEqual([true, false]);
  });

  it('types a turn', async () => {
    const { store, client, inCall } = setUp();
    await inCall();
    store.sendText('  What does it cost?  ');
    store.sendText('   ');
    expect(client.sent).toEqual([
      { type: 'add-message', message: { role: 'user', content: 'What does it cost?' } },
    ]);
  });

  it('writes: the server is notified, at most every five seconds', async () => {
    const { clock, store, client, inCall } = setUp();
    store.noteTyping();
    await inCall();
    await clock.advance(10_000);
    store.noteTyping();
    await clock.advance(4_999);
    store.noteTyping();
    await clock.advance(1);
    store.noteTyping();
    expect(client.sent).toEqual([{ type: 'typing' }, { type: 'typing' }]);
  });

  it('sees volume in steps, so that a page is not drawn for nothing', async () => {
    const { store, client, inCall } = setUp();
    await inCall();
    let draws = 0;
    store.subscribe(() => {
      draws += 1;
    });
    client.emit('volume-level', 0.501);
    client.emit('volume-level', 0.502);
    expect(store.getState().volume).toBe(0.5);
    expect(draws).toBe(1);
  });
});

describe('before the call', () => {
  it('code can be loaded ahead, which starts nothing and never fails', async () => {
    const { store, client, loads, preloads } = setUp();
    await store.preload();
    expect([loads(), preloads()]).toEqual([1, 1]);
    expect(client.starts).toEqual([]);
    expect(store.getState()).toMatchObject({ callState: 'idle', error: null });
  });

  it('a call can be made with a microphone and without one', async () => {
    const { store, client, made } = setUp();
    await store.startCall({ microphone: false });
    expect(store.getState().hasMicrophone).toBe(false);
    client.emit('call-start');
    store.toggleMute();
    expect(client.mutes).toEqual([]);
    store.endCall();
    await store.startCall();
    expect(store.getState().hasMicrophone).toBe(true);
    expect(made).toEqual([
      ['pk', undefined, undefined, { audioSource: false }],
      ['pk', undefined, undefined, {}],
    ]);
  });
});

describe('microphones', () => {
  const microphones = [
    { id: 'built-in', label: 'Built-in' },
    { id: 'headset', label: 'Headset' },
  ];

  async function inCallWith(microphoneId: string | null) {
    const all = setUp();
    await all.inCall();
    const update = (id: string | null) =>
      all.client.emit('microphones-updated', { microphones, microphoneId: id });
    update(microphoneId);
    return { ...all, update };
  }

  it('are listed with the one that is used, and nothing is said about it', async () => {
    const { store } = await inCallWith('built-in');
    expect(store.getState()).toMatchObject({ microphones, microphoneId: 'built-in', note: null });
  });

  it('the choice shows at once, and when it is heard nothing more is said', async () => {
    const { store, client, update } = await inCallWith('built-in');
    client.onSwitch = () => update('headset');
    const choosing = store.chooseMicrophone('headset');
    expect(store.getState().microphoneId).toBe('headset');
    await choosing;
    expect(client.switched).toEqual(['headset']);
    expect(store.getState()).toMatchObject({ microphoneId: 'headset', note: null });
  });

  it('one that cannot be used leaves the one before, and says so', async () => {
    const { store, client } = await inCallWith('built-in');
    client.onSwitch = () => client.emit('camera-error', refusedMicrophone);
    await store.chooseMicrophone('headset');
    expect(store.getState()).toMatchObject({
      microphoneId: 'built-in',
      hasMicrophone: true,
      note: { kind: 'microphone-failed' },
    });
  });

  it('chosen-one-after-the-other: the last choice settles, and its failure loses nothing', async () => {
    const { store, client } = await inCallWith('built-in');
    const { promise, resolve } = Promise.withResolvers<void>();
    client.setInputDevicesAsync = async ({ audioDeviceId }) => {
      if (audioDeviceId === null) await promise;
    };
    const [first, last] = [store.chooseMicrophone('headset'), store.chooseMicrophone(null)];
    await first;
    client.emit('camera-error', refusedMicrophone);
    resolve();
    await last;
    expect(store.getState()).toMatchObject({
      microphoneId: 'built-in',
      hasMicrophone: true,
      note: { kind: 'microphone-failed' },
    });
  });

  it('when the used one is unplugged, the one that takes its place is named', async () => {
    const { store, update } = await inCallWith('headset');
    update(null);
    expect(store.getState().note).toBeNull();
    update('built-in');
    expect(store.getState()).toMatchObject({
      microphoneId: 'built-in',
      note: { kind: 'microphone-changed', label: 'Built-in' },
    });
  });

  it('when there is none any more, the call goes on for typing', async () => {
    const { store, client, update } = await inCallWith('headset');
    update(null);
    client.emit('camera-error', refusedMicrophone);
    expect(store.getState()).toMatchObject({
      callState: 'in-call',
      hasMicrophone: false,
      note: { kind: 'microphone-lost' },
    });
  });

  it('one can be taken in a call that began without', async () => {
    const { store, client } = setUp();
    await store.startCall({ microphone: false });
    client.emit('call-start');
    client.onSwitch = () =>
      client.emit('microphones-updated', { microphones, microphoneId: 'built-in' });
    await store.chooseMicrophone(null);
    expect(client.switched).toEqual([null]);
    expect(store.getState()).toMatchObject({ hasMicrophone: true, microphoneId: 'built-in' });
  });

  it('refused in a call that began without: it stays without', async () => {
    const { store, client } = setUp();
    await store.startCall({ microphone: false });
    client.emit('call-start');
    client.onSwitch = () => client.emit('camera-error', refusedMicrophone);
    await store.chooseMicrophone(null);
    expect(store.getState()).toMatchObject({
      hasMicrophone: false,
      note: { kind: 'microphone-failed' },
    });
  });
});

const refusedMicrophone = {
  action: 'camera-error',
  callClientId: 'x',
  errorMsg: { errorMsg: 'x', audioOk: false },
  error: { type: 'unknown', msg: 'x' },
} as const;

it('a page that the assistant wants shown is noted, with when', async () => {
  const { store, client, inCall, clock } = setUp();
  await inCall();
  await clock.advance(2_000);
  client.emit('message', { type: 'open-page', page: 'booking' });
  const { note } = store.getState();
  expect(note).toMatchObject({ kind: 'open-page', page: 'booking' });
  client.emit('message', { type: 'open-page', page: 'booking' });
  expect(store.getState().note).not.toBe(note);
});

describe('the time', () => {
  it('that is left is known when the server says it', async () => {
    const { clock, store, client, inCall } = setUp();
    await inCall();
    expect(store.getState().endsAt).toBeNull();
    await clock.advance(240_000);
    client.emit('message', { type: 'time-limit', secondsLeft: 60 });
    expect(store.getState()).toMatchObject({
      endsAt: 301_000,
      note: { kind: 'time-left', seconds: 60 },
    });
  });

  it('that a call took is kept after it, until the next one', async () => {
    const { clock, store, client, inCall } = setUp();
    await inCall();
    await clock.advance(72_000);
    client.emit('call-end', { reason: 'exceeded-max-duration', kind: 'limit' });
    expect(store.getState()).toMatchObject({ lastDuration: 72_000, endsAt: null });
    await store.startCall();
    expect(store.getState().lastDuration).toBeNull();
  });
});
