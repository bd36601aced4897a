import type { CallErrorCode, ConnectionErrorStage } from '../core/call-error.ts';
import type { CallOptions } from '../options/call-options.ts';
import type {
  CustomIntegrations,
  CustomTrayButtons,
  LayoutConfig,
  SidebarView,
  ThemeConfig,
} from '../options/frame-options.ts';
import type { LanguageSetting } from '../options/language.ts';
import { isObject, isString, isStrings } from '../options/predicates.ts';

/**
 * How a page talks with the call page in its frame.
 *
 * 1. The call page sends `ready` to any embedding page; it holds nothing secret.
 * 2. The embedding page accepts only messages of its own frame's window and of the room's origin.
 *    It answers `hello`, addressed to that origin, with the options and the page's settings.
 * 3. The call page learns the embedding origin from the first `hello` of its parent window, and
 *    from then on accepts and addresses only that origin.
 * 4. `call` runs a method of the real call object, or of the page; `result` or `failure` answers it.
 * 5. `state` comes before its event, so that getters agree with events.
 * Media tracks cannot cross: participants come without them, events with what the track is.
 */
export const FRAME_PROTOCOL = 'kindling-frame-1';

/** How the prebuilt call page looks; kept by the embedding page and by the call page alike. */
export interface PageSettings {
  readonly lang?: LanguageSetting;
  readonly theme?: ThemeConfig;
  readonly layoutConfig?: LayoutConfig;
  readonly activeSpeakerMode?: boolean;
  readonly showLeaveButton?: boolean;
  readonly showParticipantsBar?: boolean;
  readonly showLocalVideo?: boolean;
  readonly showFullscreenButton?: boolean;
  readonly showUserNameChangeUI?: boolean;
  readonly customLayout?: boolean;
  readonly customTrayButtons?: CustomTrayButtons;
  readonly customIntegrations?: CustomIntegrations;
  readonly bodyClass?: string;
  readonly cssFile?: string;
  readonly cssText?: string;
  readonly showNamesMode?: false | 'always' | 'never';
  readonly sidebarView?: SidebarView;
  /** False: silent. A number: up to that many people. */
  readonly newParticipantSound?: boolean | number;
}

/** One-time commands to the call page; settings are states instead. */
export type PageCommand =
  | { readonly type: 'start-integrations'; readonly ids: readonly string[] }
  | { readonly type: 'stop-integrations'; readonly ids: readonly string[] }
  | { readonly type: 'add-fake-participant'; readonly aspectRatio?: number };

interface Marked {
  readonly protocol: typeof FRAME_PROTOCOL;
}

/** From the embedding page to the call page. */
export type ToFrame = Marked &
  (
    | { readonly type: 'hello'; readonly options: CallOptions; readonly settings: PageSettings }
    | {
        readonly type: 'call';
        readonly id: number;
        readonly method: string;
        readonly args: readonly unknown[];
      }
    | { readonly type: 'settings'; readonly settings: PageSettings }
    | { readonly type: 'command'; readonly command: PageCommand }
  );

/** A serialised error: a `CallError` again on the other side. */
export interface FrameError {
  readonly code: CallErrorCode;
  readonly message: string;
  readonly stage?: ConnectionErrorStage;
}

/** The values of the synchronous getters of a call object, by name. */
export type FrameState = Readonly<Record<string, unknown>>;

/** From the call page to the embedding page. */
export type FromFrame = Marked &
  (
    | { readonly type: 'ready' }
    | { readonly type: 'result'; readonly id: number; readonly value: unknown }
    | { readonly type: 'failure'; readonly id: number; readonly error: FrameError }
    /** Only the getters whose value changed. */
    | { readonly type: 'state'; readonly state: FrameState }
    /** The call page changed a setting itself: its user opened the sidebar. */
    | { readonly type: 'settings'; readonly settings: PageSettings }
    | { readonly type: 'event'; readonly event: { readonly action: string } }
  );

type Unmarked<T> = T extends Marked ? Omit<T, 'protocol'> : never;

export function toFrame(message: Unmarked<ToFrame>): ToFrame {
  return { protocol: FRAME_PROTOCOL, ...message } as ToFrame;
}

export function fromFrame(message: Unmarked<FromFrame>): FromFrame {
  return { protocol: FRAME_PROTOCOL, ...message } as FromFrame;
}

type Fields = Readonly<Record<string, unknown>>;

const TO_FRAME: Readonly<Record<ToFrame['type'], (message: Fields) => boolean>> = {
  hello: ({ options, settings }) => isObject(options) && isObject(settings),
  call: ({ id, method, args }) => isId(id) && isString(method) && Array.isArray(args),
  settings: ({ settings }) => isObject(settings),
  command: ({ command }) => isCommand(command),
};

const FROM_FRAME: Readonly<Record<FromFrame['type'], (message: Fields) => boolean>> = {
  ready: () => true,
  result: ({ id }) => isId(id),
  failure: ({ id, error }) =>
    isId(id) && isObject(error) && isString(error.code) && isString(error.message),
  state: ({ state }) => isObject(state),
  settings: ({ settings }) => isObject(settings),
  event: ({ event }) => isObject(event) && isString(event.action),
};

/** Null: not of this protocol; other scripts post messages, too. */
export function readToFrame(data: unknown): ToFrame | null {
  return fits(TO_FRAME, data) ? (data as ToFrame) : null;
}

/** Null: not of this protocol. */
export function readFromFrame(data: unknown): FromFrame | null {
  return fits(FROM_FRAME, data) ? (data as FromFrame) : null;
}

function fits(
  types: Readonly<Record<string, (message: Fields) => boolean>>,
  data: unknown,
): boolean {
  if (!isObject(data) || data.protocol !== FRAME_PROTOCOL || !isString(data.type)) return false;
  return Object.hasOwn(types, data.type) && types[data.type]?.(data) === true;
}

function isId(id: unknown): boolean {
  return Number.isSafeInteger(id);
}

function isCommand(command: unknown): boolean {
  if (!isObject(command)) return false;
  const { type, ids } = command;
  if (type === 'add-fake-participant') return true;
  return (type === 'start-integrations' || type === 'stop-integrations') && isStrings(ids);
}
