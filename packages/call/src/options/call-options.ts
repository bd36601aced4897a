import type { IceServer } from '@kindling/protocol/room';
import type { IceConfig } from '../engine/port.ts';
import type { DeviceSource as AudioSource } from '../media/devices/input-device.ts';
import type {
  CustomIntegrations,
  CustomTrayButtons,
  LayoutConfig,
  ThemeConfig,
} from './frame-options.ts';
import type { InputSettings } from './input-settings.ts';
import type { LanguageSetting } from './language.ts';
import type { ReceiveSettings, SendSettings } from './media-settings.ts';

export type VideoSource = boolean | string | MediaStreamTrack;
export type MicAudioMode =
  | 'music'
  | 'speech'
  | { readonly bitrate?: number; readonly stereo?: boolean };

/** Advanced settings; those without effect here are accepted and ignored. */
export interface AdvancedConfig {
  /** Code is never evaluated here; named for published clients. */
  readonly avoidEval?: boolean;
  /** Ask for the microphone along with the camera, also when it is off at first. */
  readonly alwaysIncludeMicInPermissionPrompt?: boolean;
  /** Ask for the camera along with the microphone, also when it is off at first. */
  readonly alwaysIncludeCamInPermissionPrompt?: boolean;
  /** Request microphone and camera in separate prompts. */
  readonly enableIndependentDevicePermissionPrompts?: boolean;
  /** Keep the camera open while it is off: it is back at once, and its light remains on. */
  readonly keepCamIndicatorLightOn?: boolean;
  /** How the microphone is encoded. @default 'speech' */
  readonly micAudioMode?: MicAudioMode;
  /** Keep the device when the system's default changes. */
  readonly noAutoDefaultDeviceChange?: boolean;
  /** Remember the chosen devices in this browser. @default false */
  readonly useDevicePreferenceCookies?: boolean;
  /** For the browser's `getUserMedia`; `inputSettings` is the newer way. */
  readonly userMediaAudioConstraints?: MediaTrackConstraints;
  /** For the browser's `getUserMedia`; `inputSettings` is the newer way. */
  readonly userMediaVideoConstraints?: MediaTrackConstraints;
  /** Layers of the camera, the smallest first; `sendSettings` is the newer way. */
  readonly camSimulcastEncodings?: RTCRtpEncodingParameters[];
  /** Layers of the screen, the smallest first; `sendSettings` is the newer way. */
  readonly screenSimulcastEncodings?: RTCRtpEncodingParameters[];
  /** Send the camera in one size. */
  readonly disableSimulcast?: boolean;
  /** Without effect here. */
  readonly v2CamAndMic?: boolean;
  /** Without effect here: connecting is fast. */
  readonly fastConnect?: boolean;
  /** Without effect here: rooms use VP8. */
  readonly h264Profile?: string;
  /** Without effect here: rooms use VP8. */
  readonly preferH264?: boolean;
  /** Without effect here: rooms use VP8. */
  readonly preferH264ForCam?: boolean;
  /** Without effect here: rooms use VP8. */
  readonly preferH264ForScreenSharing?: boolean;
  /** Without effect here: the engine is part of the page's own build. */
  readonly callObjectBundleUrlOverride?: string;
  /** Without effect here. */
  readonly useLegacyVideoProcessor?: boolean;
  /** Without effect here: everything goes to the room's own server. */
  readonly proxyUrl?: string;
  /** STUN and TURN servers besides or instead of the room's. */
  readonly iceConfig?: IceConfig;
}

/** Options of a new call object, of `load`, `startCamera` or `join`; later ones win. */
export interface CallOptions {
  /** Of the room to join. */
  readonly url?: string;
  /**
   * For `join`: the room's own STUN and TURN servers, when the page knows them already, as from the
   * response that created the call. @default requested from the room
   */
  readonly iceServers?: readonly IceServer[];
  /** A meeting token: the participant's identity and permissions. */
  readonly token?: string;
  /** What the others see; at most 200 characters. A token's name wins. */
  readonly userName?: string;
  /** Any JSON value of at most 4096 characters; the others in the room see it. */
  readonly userData?: unknown;
  /** Subscribe to all tracks automatically. @default true */
  readonly subscribeToTracksAutomatically?: boolean;
  /** The microphone: true for the default one, a device id, a track, or false for none. @default true */
  readonly audioSource?: AudioSource;
  /** The camera, in the same way. @default true */
  readonly videoSource?: VideoSource;
  /** False: no microphone, whatever `audioSource` says. @default true */
  readonly allowLocalAudio?: boolean;
  /** False: no camera, whatever `videoSource` says. @default true */
  readonly allowLocalVideo?: boolean;
  /** Join muted. @default false */
  readonly startAudioOff?: boolean;
  /** Join with the camera off. @default false */
  readonly startVideoOff?: boolean;
  /** How microphone and camera are processed before they are sent. */
  readonly inputSettings?: InputSettings;
  /** How each video track is encoded, by name of the track. */
  readonly sendSettings?: SendSettings;
  /** Which size of the others' video to receive, by session id; `base` is for everyone else. */
  readonly receiveSettings?: ReceiveSettings;
  /** Advanced settings. */
  readonly dailyConfig?: AdvancedConfig;
  /** Without effect here: which libraries, by name and version, made the call. */
  readonly aboutClient?: Readonly<Record<string, string>>;
  /** Language of the call page; frames only, like everything from here on. @default 'user' */
  readonly lang?: LanguageSetting;
  /** Show who speaks large, instead of a grid. */
  readonly activeSpeakerMode?: boolean;
  /** A button that leaves the call. @default true */
  readonly showLeaveButton?: boolean;
  /** The row of small tiles beside a large one. @default true */
  readonly showParticipantsBar?: boolean;
  /** The local tile. @default true */
  readonly showLocalVideo?: boolean;
  /** A full-screen button. @default false */
  readonly showFullscreenButton?: boolean;
  /** Let people change their name in the call. @default true */
  readonly showUserNameChangeUI?: boolean;
  /** Style of the frame; without it 375x450 fixed to the bottom right. */
  readonly iframeStyle?: Partial<CSSStyleDeclaration>;
  /** Without effect here: the look is changed by `theme` and by style sheets. */
  readonly customLayout?: boolean;
  /** Pages shown inside the call page, by id. */
  readonly customIntegrations?: CustomIntegrations;
  /** Buttons of the page's own in the tray, by id. */
  readonly customTrayButtons?: CustomTrayButtons;
  /** Class of the call page's body. */
  readonly bodyClass?: string;
  /** Address of a style sheet for the call page. */
  readonly cssFile?: string;
  /** Style rules for the call page. */
  readonly cssText?: string;
  /** Colours, one set or one for each of light and dark. */
  readonly theme?: ThemeConfig;
  /** How many tiles a page of the grid has. */
  readonly layoutConfig?: LayoutConfig;
}

/** Options that only a new call object takes, besides the rest. */
export interface CallObjectOptions extends CallOptions {
  /** Allow several call objects at once. @default false */
  readonly allowMultipleCallInstances?: boolean;
  /** Throw for a second instance; false only warns. @default true */
  readonly strictMode?: boolean;
}
