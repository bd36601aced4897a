import type { CallOptions } from '@kindling/call';
import { type PageRoomConfig, type RoomCall, readRoomConfig } from '../call/room-call.ts';
import type { Strings } from '../lang/en.ts';
import { isLanguage } from '../lang/load-strings.ts';
import type { FatalErrorType, PageState } from './page-state.ts';
import type { Store } from './store.ts';

export interface SessionOptions {
  /** Options of `join`: address, token and whatever else was given. */
  joinOptions(): CallOptions;
  setLanguage(setting: PageState['langSetting']): void;
}

export interface SessionActions {
  /** Queries the room, then shows the prejoin screen, or joins. */
  start(): Promise<void>;
  join(): Promise<void>;
  accessRequest(): Promise<void>;
  leave(): Promise<void>;
  setUserName(name: string): void;
}

const LEVELS_INTERVAL_MS = 200;

/** Joining and leaving. */
export function createSession(
  call: RoomCall,
  store: Store<PageState>,
  options: SessionOptions,
): SessionActions {
  const failed = (error: unknown) => {
    const { name } = store.get().stage;
    // The call's `error` event may have reported it; or it was left while joining.
    if (name === 'failed' || name === 'left') return;
    store.set({ stage: { name: 'failed', kind: kindOf(error, store.get().strings.error) } });
  };
  const join = async () => {
    const { userName, stage, config } = store.get();
    const { audioSource, videoSource, startAudioOff, startVideoOff, ...given } =
      options.joinOptions();
    // On the prejoin screen the user has chosen which devices are on.
    const media = stage.name === 'starting' ? mediaOptions(config, options.joinOptions()) : {};
    store.set({ stage: { name: 'joining' } });
    try {
      await call.enter({ ...given, ...media, ...(userName === '' ? {} : { userName }) });
      await observeLevels(call);
      await requestAccessInLobby();
    } catch (error) {
      failed(error);
    }
  };
  const accessRequest = async () => {
    store.set({ stage: { name: 'lobby', accessRequest: 'waiting' } });
    const { granted } = await call
      .requestAccess({ name: store.get().userName })
      .catch(() => ({ granted: false }));
    const { stage } = store.get();
    if (granted || stage.name !== 'lobby') return;
    store.set({ stage: { name: 'lobby', accessRequest: 'denied' } });
  };
  const requestAccessInLobby = async () => {
    if (store.get().stage.name === 'lobby') await accessRequest();
  };
  return {
    async start() {
      try {
        await call.preAuth(options.joinOptions());
        learnRoom(await call.room(), store, options);
      } catch (error) {
        return failed(error);
      }
      if (store.get().config.enable_prejoin_ui === false) return join();
      store.set({ stage: { name: 'prejoin' }, devicesOpening: true });
      await openDevices(call, mediaOptions(store.get().config, options.joinOptions()));
      store.set({ devicesOpening: false });
    },
    join,
    accessRequest,
    leave: () => call.leave(),
    setUserName(name) {
      const userName = name.slice(0, 100);
      store.set({ userName });
      rememberName(userName);
      if (store.get().stage.name === 'call') void call.setUserName(userName);
    },
  };
}

/** Errors of the call library carry a code; anything else counts as a connection error. */
function kindOf(error: unknown, kinds: Strings['error']): FatalErrorType {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return Object.keys(kinds).includes(code) ? (code as FatalErrorType) : 'connection-error';
}

function learnRoom(room: unknown, store: Store<PageState>, options: SessionOptions): void {
  const config = readRoomConfig(room);
  const { userName, langSetting } = store.get();
  store.set({ config, userName: config.user_name ?? userName });
  if (langSetting === 'user' && config.lang !== undefined && isLanguage(config.lang))
    options.setLanguage(config.lang);
}

/** The options of `join`; else the room's settings; else on. */
function mediaOptions(config: PageRoomConfig, given: CallOptions): CallOptions {
  return {
    audioSource: given.allowLocalAudio === false ? false : (given.audioSource ?? true),
    videoSource: given.allowLocalVideo === false ? false : (given.videoSource ?? true),
    startVideoOff: given.startVideoOff ?? config.start_video_off ?? false,
    startAudioOff: given.startAudioOff ?? config.start_audio_off ?? false,
  };
}

/** For the preview before joining. A refused device is reported as an event and does not stop joining. */
async function openDevices(call: RoomCall, media: CallOptions): Promise<void> {
  await call.startCamera(media).catch(() => {});
  await call.startLocalAudioLevelObserver(LEVELS_INTERVAL_MS).catch(() => {});
}

async function observeLevels(call: RoomCall): Promise<void> {
  // Only the speaking highlight depends on them.
  await call.startLocalAudioLevelObserver(LEVELS_INTERVAL_MS).catch(() => {});
  await call.startRemoteParticipantsAudioLevelObserver(LEVELS_INTERVAL_MS).catch(() => {});
}

const NAME_KEY = 'kindling-name';

export function rememberedName(): string {
  try {
    return localStorage.getItem(NAME_KEY) ?? '';
  } catch {
    // Storage may be blocked in frames.
    return '';
  }
}

function rememberName(name: string): void {
  try {
    localStorage.setItem(NAME_KEY, name);
  } catch {
    // Then the name is not remembered.
  }
}
