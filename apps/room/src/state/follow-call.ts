import type { CallEvent, CallEventName } from '@kindling/call';
import type { RoomCall } from '../call/room-call.ts';
import type { Strings } from '../lang/en.ts';
import { fill } from '../lang/fill.ts';
import { addCaption } from './captions.ts';
import { addChatMessage, readChatMessage } from './chat.ts';
import { describeProblem, readProblem } from './device-problem.ts';
import type { FatalErrorType, PageState } from './page-state.ts';
import { displayName, listPeople, wasHereBefore } from './people.ts';
import type { Store } from './store.ts';
import { showToast } from './toasts.ts';

type Handlers = { readonly [N in CallEventName]?: (event: CallEvent<N>) => void };

/** Updates the state from the call's events. Returns a function that stops it. */
export function followCall(call: RoomCall, store: Store<PageState>): () => void {
  const stops = Object.entries(handlers(call, store)).map(([name, handle]) => {
    // The table pairs each name with the listener of its event.
    const listener = handle as (event: CallEvent) => void;
    call.on(name as CallEventName, listener);
    return () => call.off(name as CallEventName, listener);
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** What the handlers of all subjects share. */
interface Updates {
  readonly call: RoomCall;
  readonly store: Store<PageState>;
  people(): void;
  waiting(): void;
  say(text: string): void;
  alarm(text: string): void;
  strings(): Strings;
}

function handlers(call: RoomCall, store: Store<PageState>): Handlers {
  const updates = createUpdates(call, store);
  return {
    ...sessionHandlers(updates),
    ...participantHandlers(updates),
    ...messageHandlers(updates),
    ...connectionHandlers(updates),
    ...featureHandlers(updates),
  };
}

function createUpdates(call: RoomCall, store: Store<PageState>): Updates {
  const people = () => {
    store.set({
      participants: listPeople(call.participants()),
      audioOn: call.localAudio(),
      videoOn: call.localVideo(),
    });
    const { problem, audioOn, videoOn } = store.get();
    const over =
      problem !== null && (audioOn || !problem.microphone) && (videoOn || !problem.camera);
    if (over) store.set({ problem: null });
  };
  return {
    call,
    store,
    people,
    waiting: () => store.set({ waiting: Object.values(call.waitingParticipants()) }),
    say: (text) => showToast(store, text),
    alarm: (text) => showToast(store, text, 'alarm'),
    strings: () => store.get().strings,
  };
}

function sessionHandlers({ call, store, people, waiting, strings }: Updates): Handlers {
  return {
    'joining-meeting': () => store.set({ stage: { name: 'joining' } }),
    'joined-meeting': () => {
      people();
      waiting();
      enterByAccess(call, store);
    },
    'access-state-updated': () => enterByAccess(call, store),
    'left-meeting': ({ reason }) => {
      if (store.get().stage.name === 'failed') return;
      store.set({ ...emptyCall(), stage: { name: 'left', ended: reason === 'ended' } });
    },
    error: ({ error }) => {
      const kind: FatalErrorType = error.type in strings().error ? error.type : 'connection-error';
      store.set({ ...emptyCall(), stage: { name: 'failed', kind } });
    },
  };
}

function participantHandlers({
  call,
  store,
  people,
  waiting,
  say,
  alarm,
  strings,
}: Updates): Handlers {
  return {
    'participant-joined': ({ participant }) => {
      people();
      if (store.get().stage.name !== 'call' || wasHereBefore(participant, call.participants()))
        return;
      say(fill(strings().joined, { name: displayName(participant, strings().guest) }));
    },
    'participant-updated': people,
    'participant-left': ({ participant }) => {
      people();
      // When the local participant leaves, everyone is removed: that is not worth a toast each.
      if (call.meetingState() !== 'joined-meeting') return;
      say(fill(strings().left, { name: displayName(participant, strings().guest) }));
    },
    'track-started': people,
    'track-stopped': people,
    'local-screen-share-started': people,
    'local-screen-share-stopped': people,
    'started-camera': people,
    'camera-error': ({ error }) => {
      const problem = readProblem(error);
      store.set({ problem });
      people();
      if (store.get().stage.name === 'call')
        alarm(describeProblem(problem, strings(), store.get().lang));
    },
    'waiting-participant-added': ({ participant }) => {
      waiting();
      say(fill(strings().asksToJoin, { name: participant.name || strings().guest }));
    },
    'waiting-participant-updated': waiting,
    'waiting-participant-removed': waiting,
    'active-speaker-change': ({ activeSpeaker }) =>
      store.set({ activeSpeakerId: activeSpeaker.peerId }),
  };
}

function messageHandlers({ store, alarm, strings }: Updates): Handlers {
  return {
    'app-message': ({ data, fromId }) => {
      const text = readChatMessage(data);
      if (text === null) return;
      // The sender comes from the room, not from the message.
      const sender = store.get().participants.find((one) => one.session_id === fromId);
      const from = sender === undefined ? strings().guest : displayName(sender, strings().guest);
      addChatMessage(store, { from, mine: false, text, at: new Date() });
    },
    'nonfatal-error': ({ type, errorMsg }) => {
      if (type === 'screen-share-error') alarm(strings().screenFailed);
      else if (type === 'audio-processor-error') {
        store.set({ noiseCancelled: false });
        alarm(strings().effectFailed);
      } else if (type === 'video-processor-error') {
        store.set({ backgroundBlurred: false });
        alarm(strings().effectFailed);
      } else console.warn(errorMsg);
    },
  };
}

function connectionHandlers({ store, say, strings }: Updates): Handlers {
  return {
    'network-connection': ({ event }) => store.set({ interrupted: event === 'interrupted' }),
    'network-quality-change': ({ action: _, callClientId: __, ...network }) => {
      const before = store.get().network?.threshold ?? 'good';
      store.set({ network });
      if (before === 'good' && network.threshold !== 'good') say(strings().networkWeakText);
    },
  };
}

function featureHandlers({ store, alarm, strings }: Updates): Handlers {
  return {
    'recording-started': () => store.set({ recording: true }),
    'recording-stopped': () => store.set({ recording: false }),
    'recording-error': () => {
      store.set({ recording: false });
      alarm(strings().requestFailed);
    },
    'transcription-error': () => {
      store.set({ transcribing: false });
      alarm(strings().requestFailed);
    },
    'transcription-started': () => store.set({ transcribing: true }),
    'transcription-stopped': () => store.set({ transcribing: false, captions: [] }),
    'transcription-message': ({ participantId, text }) => addCaption(store, participantId, text),
    'available-devices-updated': ({ availableDevices }) =>
      store.set({ devices: { ...store.get().devices, listed: availableDevices } }),
  };
}

function enterByAccess(call: RoomCall, store: Store<PageState>): void {
  const { access } = call.accessState();
  const { stage } = store.get();
  if (access === 'unknown' || access.level === 'none') return;
  if (access.level === 'full') {
    if (stage.name === 'joining' || stage.name === 'lobby') store.set({ stage: { name: 'call' } });
    return;
  }
  if (stage.name === 'lobby') return;
  store.set({ stage: { name: 'lobby', accessRequest: 'waiting' } });
}

/** State that is reset at the end of a session. */
function emptyCall(): Partial<PageState> {
  return {
    waiting: [],
    activeSpeakerId: null,
    speakingIds: new Set(),
    audioHeldBack: false,
    interrupted: false,
    network: null,
    recording: false,
    transcribing: false,
    captions: [],
    sidebar: null,
    settingsOpen: false,
    fakePeople: [],
    runningIntegrations: new Set(),
  };
}
