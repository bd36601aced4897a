import type { CallEventName, CallEventPayloads, MeetingState, Participant } from '@kindling/call';
import type { Access, RoomCall, WaitingParticipant } from '../call/room-call.ts';
import { fakeParticipant } from './fake-people.ts';

export interface FakeCall extends RoomCall {
  /** As if the room said it. */
  emit<N extends CallEventName>(name: N, payload: CallEventPayloads[N]): void;
  setPeople(people: readonly Participant[]): void;
  readonly sent: { readonly data: unknown; readonly to: string }[];
  readonly calls: string[];
}

export interface FakeCallOptions {
  readonly local?: Participant;
  readonly others?: readonly Participant[];
  readonly waiting?: readonly WaitingParticipant[];
  readonly access?: Access;
  readonly room?: object;
  readonly granted?: boolean;
}

/** A call object without a room: what it is set to is what it reports. */
export function createFakeCall(options: FakeCallOptions = {}): FakeCall {
  const listeners = new Map<string, Set<(event: never) => void>>();
  let local = options.local ?? fakeParticipant('Ada Nwosu', { local: true });
  let others = options.others ?? [];
  const access = options.access ?? { level: 'full' };
  const calls: string[] = [];
  const sent: { data: unknown; to: string }[] = [];
  const note = (name: string) => void calls.push(name);
  const emit: FakeCall['emit'] = (name, payload) => {
    const event = { action: name, callClientId: 'fake', ...payload };
    for (const listener of [...(listeners.get(name) ?? [])]) listener(event as never);
  };
  const changed = () => emit('participant-updated', { participant: local });
  let state: MeetingState = 'new';
  const never = new Promise<never>(() => {});
  return {
    emit,
    calls,
    sent,
    on(name, listener) {
      const added = listeners.get(name) ?? new Set();
      listeners.set(name, added.add(listener as never));
    },
    off: (name, listener) => listeners.get(name)?.delete(listener as never),
    setPeople(people) {
      others = people;
      changed();
    },
    preAuth: async () => ({ access }),
    room: async () => options.room ?? {},
    async enter() {
      note('join');
      state = 'joined-meeting';
      emit('joining-meeting', {});
      emit('joined-meeting', { participants: { local } });
    },
    async leave() {
      note('leave');
      state = 'left-meeting';
      for (const participant of others) emit('participant-left', { participant });
      emit('left-meeting', { reason: 'left' });
    },
    accessState: () => ({ access }),
    requestAccess: () =>
      options.granted === undefined ? never : Promise.resolve({ granted: options.granted }),
    meetingState: () => state,
    participants: () => ({
      ...Object.fromEntries(others.map((one) => [one.session_id, one])),
      local,
    }),
    waitingParticipants: () =>
      Object.fromEntries((options.waiting ?? []).map((one) => [one.id, one])),
    updateWaitingParticipant: async (id, { grantRequestedAccess }) =>
      note(`waiting ${id} ${grantRequestedAccess}`),
    updateParticipant: (id, update) => note(`update ${id} ${JSON.stringify(update)}`),
    startCamera: async () => emit('started-camera', {}),
    localAudio: () => local.audio,
    localVideo: () => local.video,
    setLocalAudio(audio) {
      local = { ...local, audio };
      changed();
    },
    setLocalVideo(video) {
      local = { ...local, video };
      changed();
    },
    startScreenShare: () => note('share'),
    stopScreenShare: () => note('stop share'),
    setUserName: async (name) => note(`name ${name}`),
    sendAppMessage: (data, to = '*') => void sent.push({ data, to }),
    enumerateDevices: async () => ({ devices: FAKE_DEVICES }),
    getInputDevices: async () => ({
      mic: FAKE_DEVICES[0],
      camera: FAKE_DEVICES[1],
      speaker: FAKE_DEVICES[2],
    }),
    setInputDevicesAsync: async () => note('input'),
    setOutputDeviceAsync: async () => note('output'),
    updateInputSettings: async () => note('effects'),
    getNetworkStats: async () => ({
      threshold: 'good',
      stats: {
        latest: {
          networkRoundTripTime: 0.042,
          totalRecvPacketLoss: 0.004,
          totalSendPacketLoss: 0,
        },
      },
    }),
    startRecording: () => note('record'),
    stopRecording: () => note('stop recording'),
    startTranscription: () => note('transcribe'),
    stopTranscription: () => note('stop transcribing'),
    startLocalAudioLevelObserver: async () => {},
    startRemoteParticipantsAudioLevelObserver: async () => {},
  };
}

const FAKE_DEVICES = (
  [
    ['audioinput', 'Built-in microphone'],
    ['videoinput', 'Front camera'],
    ['audiooutput', 'Headphones'],
  ] as const
).map(
  ([kind, label]): MediaDeviceInfo => ({
    kind,
    label,
    deviceId: kind,
    groupId: '',
    toJSON: () => ({}),
  }),
);
