import type { PageState } from '../state/page-state.ts';
import type { FakeCall, FakeCallOptions } from './fake-call.ts';
import { fakeParticipant } from './fake-people.ts';
import { paintedTrack } from './painted-track.ts';

interface Story {
  readonly call?: () => FakeCallOptions;
  readonly state?: Partial<PageState>;
  /** Goes in, and then does this. */
  readonly inCall?: (call: FakeCall) => void;
}

const mira = () =>
  fakeParticipant('Mira Okafor', { owner: true, video: paintedTrack('person', 30) });
const tom = () => fakeParticipant('Tom Reyes', { muted: true });
const five = () => [
  mira(),
  tom(),
  fakeParticipant('Yuki Tanaka'),
  fakeParticipant('Élodie Marchand', { video: paintedTrack('person', 150), muted: true }),
];
const owner = () => fakeParticipant('Ada Nwosu', { local: true, owner: true });
const speak = (call: FakeCall, id: string) => {
  const say = () =>
    call.emit('remote-participants-audio-level', { participantsAudioLevel: { [id]: 0.3 } });
  say();
  setInterval(say, 200);
  call.emit('active-speaker-change', { activeSpeaker: { peerId: id } });
};

/** Every state of the page by name, for eyes and screenshots. */
export const stories: Readonly<Record<string, Story>> = {
  prejoin: {},
  'prejoin-refused': { state: { userName: 'Ada Nwosu' } },
  lobby: { call: () => ({ access: { level: 'lobby' } }), inCall: () => {} },
  denied: { call: () => ({ access: { level: 'lobby' }, granted: false }), inCall: () => {} },
  joining: { state: { stage: { name: 'joining' } } },
  alone: { inCall: () => {} },
  two: { call: () => ({ others: [mira()] }), inCall: (call) => speak(call, 'mira-okafor') },
  five: { call: () => ({ others: five() }), inCall: (call) => speak(call, 'yuki-tanaka') },
  speaker: {
    call: () => ({ others: five() }),
    state: { activeSpeakerMode: true },
    inCall: (call) => speak(call, 'yuki-tanaka'),
  },
  many: {
    call: () => ({
      others: 'ABCDEFGHIJKLMNOPQRST'
        .split('')
        .map((letter) => fakeParticipant(`${letter}. Person`)),
    }),
    inCall: () => {},
  },
  screen: {
    call: () => ({
      others: [
        fakeParticipant('Mira Okafor', { owner: true, screen: paintedTrack('screen') }),
        tom(),
        fakeParticipant('Yuki Tanaka'),
      ],
    }),
    inCall: (call) => {
      speak(call, 'mira-okafor');
      call.emit('recording-started', {});
      call.emit('transcription-started', {
        instanceId: 'a',
        language: 'en',
        model: 'local',
        startedBy: 'me',
      });
      call.emit('transcription-message', {
        instanceId: 'a',
        trackType: 'cam-audio',
        participantId: 'mira-okafor',
        text: 'So the sun warms the sea, and some of the water rises as vapour.',
        timestamp: new Date(),
        rawResponse: {},
      });
    },
  },
  chat: {
    call: () => ({ others: five() }),
    inCall(call) {
      const message = (text: string) => ({ event: 'chat-msg', message: text });
      call.emit('app-message', {
        data: message('Good morning! Did everybody get the worksheet?'),
        fromId: 'mira-okafor',
      });
      call.emit('app-message', { data: message('Yes, thank you.'), fromId: 'tom-reyes' });
      call.emit('app-message', {
        data: message('Here is the article I mentioned: https://example.org/reading/water-cycle'),
        fromId: 'yuki-tanaka',
      });
    },
    state: { sidebar: 'chat' },
  },
  people: {
    call: () => ({
      local: owner(),
      others: five(),
      waiting: [
        { id: 'w1', name: 'Sam Whitfield', awaitingAccess: { level: 'full' } },
        { id: 'w2', name: 'Jo', awaitingAccess: { level: 'full' } },
      ],
    }),
    inCall: () => {},
    state: { sidebar: 'people' },
  },
  network: { call: () => ({ others: [tom()] }), inCall: () => {}, state: { sidebar: 'network' } },
  settings: { call: () => ({ others: five() }), inCall: () => {}, state: { settingsOpen: true } },
  held: { call: () => ({ others: [tom()] }), inCall: () => {}, state: { audioHeldBack: true } },
  integration: {
    call: () => ({ others: [tom()] }),
    inCall: () => {},
    state: {
      integrations: {
        board: {
          label: 'Whiteboard',
          location: 'main',
          srcdoc: '<body style="font:2rem serif;padding:2rem">A shared board</body>',
        },
      },
      runningIntegrations: new Set(['board']),
    },
  },
  'integration-beside': {
    call: () => ({ others: [tom()] }),
    inCall: () => {},
    state: {
      integrations: {
        notes: {
          label: 'Notes',
          location: 'sidebar',
          iconURL: '/favicon.svg',
          srcdoc: '<body style="font:1rem serif;padding:1rem">Notes of the lesson</body>',
        },
      },
      runningIntegrations: new Set(['notes']),
      sidebar: 'notes',
    },
  },
  interrupted: {
    call: () => ({ others: five() }),
    inCall: (call) => {
      call.emit('recording-started', {});
      call.emit('network-connection', { event: 'interrupted', type: 'sfu' });
    },
    state: { sidebar: 'chat' },
  },
  ended: { state: { stage: { name: 'left', ended: true } } },
  full: { state: { stage: { name: 'failed', kind: 'meeting-full' } } },
  expired: { state: { stage: { name: 'failed', kind: 'exp-room' } } },
  missing: { state: { stage: { name: 'failed', kind: 'no-room' } } },
  ejected: { state: { stage: { name: 'failed', kind: 'ejected' } } },
  left: { state: { stage: { name: 'left', ended: false } } },
  error: { state: { stage: { name: 'failed', kind: 'not-allowed' } } },
};
