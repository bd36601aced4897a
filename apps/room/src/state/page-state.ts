import type { CallEventPayloads, CallOptions, Participant } from '@kindling/call';
import type { PageNetwork, PageRoomConfig, WaitingParticipant } from '../call/room-call.ts';
import { en, type Strings } from '../lang/en.ts';
import type { Language, LanguageSetting } from '../lang/load-strings.ts';

export type FatalErrorType = keyof Strings['error'];
export type NamesMode = 'always' | 'never' | false;
export type SidebarView = CallEventPayloads['sidebar-view-changed']['view'];
export type ThemeConfig = NonNullable<CallOptions['theme']>;
export type TrayButtons = NonNullable<CallOptions['customTrayButtons']>;
export type Integrations = NonNullable<CallOptions['customIntegrations']>;

export type Stage =
  /** The room is not known yet. */
  | { readonly name: 'starting' }
  | { readonly name: 'prejoin' }
  | { readonly name: 'joining' }
  | { readonly name: 'lobby'; readonly accessRequest: 'waiting' | 'denied' }
  | { readonly name: 'call' }
  | { readonly name: 'left'; readonly ended: boolean }
  | { readonly name: 'failed'; readonly kind: FatalErrorType };

export interface ChatMessage {
  readonly id: number;
  readonly from: string;
  readonly mine: boolean;
  readonly text: string;
  readonly at: Date;
}

export interface CaptionLine {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

export interface Toast {
  readonly id: number;
  readonly tone: 'calm' | 'alarm';
  readonly text: string;
}

/** Why a device could not be opened, and which. */
export interface DeviceProblem {
  readonly kind: 'refused' | 'busy' | 'missing' | 'failed';
  readonly microphone: boolean;
  readonly camera: boolean;
}

export interface Devices {
  readonly listed: readonly MediaDeviceInfo[];
  readonly microphone: string;
  readonly camera: string;
  readonly speaker: string;
}

/** Everything the page shows, in one immutable value. */
export interface PageState {
  readonly stage: Stage;
  readonly config: PageRoomConfig;
  readonly embedded: boolean;
  readonly strings: Strings;
  readonly lang: Language;
  readonly langSetting: LanguageSetting;
  readonly userName: string;
  /** Others first, in the order they joined; the local participant last. */
  readonly participants: readonly Participant[];
  readonly waiting: readonly WaitingParticipant[];
  readonly activeSpeakerId: string | null;
  readonly speakingIds: ReadonlySet<string>;
  readonly audioOn: boolean;
  readonly videoOn: boolean;
  readonly problem: DeviceProblem | null;
  readonly devices: Devices;
  /** The browser's prompt is open. */
  readonly devicesOpening: boolean;
  readonly noiseCancelled: boolean;
  readonly backgroundBlurred: boolean;
  readonly audioHeldBack: boolean;
  readonly interrupted: boolean;
  readonly network: PageNetwork | null;
  readonly recording: boolean;
  readonly transcribing: boolean;
  readonly captionsShown: boolean;
  readonly captions: readonly CaptionLine[];
  readonly chat: readonly ChatMessage[];
  readonly unread: number;
  readonly toasts: readonly Toast[];
  readonly sidebar: SidebarView;
  readonly settingsOpen: boolean;
  readonly fullscreen: boolean;
  readonly activeSpeakerMode: boolean;
  readonly namesMode: NamesMode;
  readonly showLocalVideo: boolean;
  readonly showParticipantsBar: boolean;
  readonly showLeaveButton: boolean;
  readonly showFullscreenButton: boolean;
  readonly showNameField: boolean;
  readonly shortcutsOn: boolean;
  readonly tilesPerPage: { readonly least: number; readonly most: number };
  /** Set by the embedding page: never, always, or up to that many participants. */
  readonly arrivalSound: boolean | number;
  /** Fake participants, for trying a layout. */
  readonly fakePeople: readonly Participant[];
  readonly trayButtons: TrayButtons;
  readonly integrations: Integrations;
  readonly runningIntegrations: ReadonlySet<string>;
}

export const initialState: PageState = {
  stage: { name: 'starting' },
  config: {},
  embedded: false,
  strings: en,
  lang: 'en',
  langSetting: 'user',
  userName: '',
  participants: [],
  waiting: [],
  activeSpeakerId: null,
  speakingIds: new Set(),
  audioOn: false,
  videoOn: false,
  problem: null,
  devices: { listed: [], microphone: '', camera: '', speaker: '' },
  devicesOpening: false,
  noiseCancelled: false,
  backgroundBlurred: false,
  audioHeldBack: false,
  interrupted: false,
  network: null,
  recording: false,
  transcribing: false,
  captionsShown: true,
  captions: [],
  chat: [],
  unread: 0,
  toasts: [],
  sidebar: null,
  settingsOpen: false,
  fullscreen: false,
  activeSpeakerMode: false,
  namesMode: false,
  showLocalVideo: true,
  showParticipantsBar: true,
  showLeaveButton: true,
  showFullscreenButton: true,
  showNameField: true,
  shortcutsOn: true,
  tilesPerPage: { least: 1, most: 12 },
  arrivalSound: false,
  fakePeople: [],
  trayButtons: {},
  integrations: {},
  runningIntegrations: new Set(),
};
