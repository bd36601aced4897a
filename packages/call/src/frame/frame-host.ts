import type { Call } from '../call-object/call-object.ts';
import { METHOD_NAMES, type MethodName, ruleOf } from '../call-object/method-table.ts';
import { CallError, isCallError } from '../core/call-error.ts';
import type { CallEventName, CallEventPayloads } from '../core/call-events.ts';
import { isMediaTrack } from '../options/predicates.ts';
import { cloneable, fingerprint } from './cloneable.ts';
import { CALL_EVENTS } from './event-names.ts';
import {
  type FrameError,
  type FromFrame,
  fromFrame,
  type PageCommand,
  type PageSettings,
  readToFrame,
  type ToFrame,
} from './frame-protocol.ts';
import { changesBetween } from './page-settings.ts';

export interface FrameHostOptions {
  /** The call object of the call page. */
  readonly callObject: Call;
  /** The call page's own window. @default window */
  readonly window?: Window;
  /** Settings changed: all of them, and the names of those that did. */
  onSettings(settings: PageSettings, changed: readonly (keyof PageSettings)[]): void;
  onCommand(command: PageCommand): void;
}

/** The side of the call page. */
export interface FrameHost {
  /** True when an embedding page has sent `hello`. */
  readonly connected: boolean;
  readonly settings: PageSettings;
  /** Resolves at the first hello; never when the page is not embedded. */
  readonly whenConnected: Promise<void>;
  /** The call page's user changed a setting: the embedding page's getters follow. */
  changeSettings(settings: PageSettings): void;
  /** Sends the embedding page events of this page only: a custom button, a pointer on a tile. */
  tell<N extends CallEventName>(action: N, payload: CallEventPayloads[N]): void;
  /** Stops listening. */
  dispose(): void;
}

/** The embedding page emits loading and destroying itself: they are the frame's, not this object's. */
const OF_THE_FRAME: readonly CallEventName[] = ['loading', 'loaded', 'call-instance-destroyed'];
const NOT_FROM_OUTSIDE: readonly MethodName[] = ['destroy', 'iframe', 'load'];
const MIRRORED = METHOD_NAMES.filter(
  (name) => ruleOf(name).kind === 'get' && ruleOf(name).only !== 'frame' && name !== 'iframe',
);

/** Lets the embedding page control the call object of the call page. */
export function createFrameHost(options: FrameHostOptions): FrameHost {
  const { callObject, window: own = window, onSettings, onCommand } = options;
  const parent = own.parent === own ? null : own.parent;
  const sent = new Map<string, string>();
  const connection = Promise.withResolvers<void>();
  let settings: PageSettings = {};
  let origin: string | null = null;

  const post = (message: FromFrame) => {
    if (origin !== null) parent?.postMessage(message, origin);
  };
  const postState = () => {
    const state = Object.fromEntries(
      readGetters(callObject).filter(([name, value]) => {
        const print = fingerprint(value);
        const fresh = sent.get(name) !== print;
        sent.set(name, print);
        return fresh;
      }),
    );
    if (Object.keys(state).length > 0) post(fromFrame({ type: 'state', state }));
  };
  const forward = (event: { readonly action: string }) => {
    if (origin === null) return;
    postState();
    const crossing = { ...(cloneable(event) as { action: string }), ...describeTrack(event) };
    post(fromFrame({ type: 'event', event: crossing }));
  };
  const listened = CALL_EVENTS.filter((name) => !OF_THE_FRAME.includes(name));

  const run = async (message: Extract<ToFrame, { type: 'call' }>) => {
    const { id, method, args } = message;
    try {
      const value = await runMethod(callObject, method, args, own.location?.href);
      postState();
      post(fromFrame({ type: 'result', id, value: cloneable(value) }));
    } catch (error) {
      postState();
      post(fromFrame({ type: 'failure', id, error: describe(error) }));
    }
  };
  const takeSettings = (given: PageSettings) => {
    const changed = changesBetween(settings, given);
    settings = { ...settings, ...given };
    if (changed.length > 0) onSettings(settings, changed);
  };
  const handleMessage = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== parent || (origin !== null && from !== origin)) return;
    const message = readToFrame(data);
    // Before the hello there is no one to answer.
    if (message === null || (origin === null && message.type !== 'hello')) return;
    if (message.type === 'call') void run(message);
    else if (message.type === 'command') onCommand(message.command);
    else takeSettings(message.settings);
    if (message.type !== 'hello') return;
    origin = from;
    sent.clear();
    postState();
    connection.resolve();
  };

  if (parent !== null) {
    own.addEventListener('message', handleMessage);
    for (const name of listened) callObject.on(name, forward);
    parent.postMessage(fromFrame({ type: 'ready' }), '*');
  }
  return {
    get connected() {
      return origin !== null;
    },
    get settings() {
      return settings;
    },
    whenConnected: connection.promise,
    changeSettings(given) {
      settings = { ...settings, ...given };
      post(fromFrame({ type: 'settings', settings: given }));
    },
    tell(action, payload) {
      post(
        fromFrame({
          type: 'event',
          event: cloneable({ action, ...payload }) as { action: string },
        }),
      );
    },
    dispose() {
      own.removeEventListener('message', handleMessage);
      for (const name of listened) callObject.off(name, forward);
    },
  };
}

function readGetters(callObject: Call): (readonly [name: string, value: unknown])[] {
  return MIRRORED.flatMap((name) => {
    try {
      return [[name, cloneable(methodOf(callObject, name)())] as const];
    } catch {
      // Not available now: before join.
      return [];
    }
  });
}

/** Only public methods; the room is always the one at the call page's own address. */
async function runMethod(
  callObject: Call,
  method: string,
  args: readonly unknown[],
  address: string | undefined,
): Promise<unknown> {
  const name = METHOD_NAMES.find((one) => one === method);
  if (name === undefined || NOT_FROM_OUTSIDE.includes(name) || ruleOf(name).only === 'frame')
    throw new CallError('not-available', `${method}() cannot be called in a frame.`);
  const run = methodOf(callObject, name);
  const given = name === 'join' && address !== undefined ? [atAddress(args[0], address)] : args;
  const value = await run(...given);
  return value === callObject ? undefined : value;
}

/** Media tracks cannot be posted: sends a description instead. Listeners read its kind and id. */
function describeTrack(event: object): { readonly track?: object } {
  const track = 'track' in event ? event.track : null;
  if (!isMediaTrack(track)) return {};
  const { id, kind, label, enabled, muted, readyState } = track;
  return { track: { id, kind, label, enabled, muted, readyState } };
}

function methodOf(callObject: Call, name: MethodName): (...args: readonly unknown[]) => unknown {
  const methods = callObject as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  return (...args) => methods[name]?.apply(callObject, [...args]);
}

function atAddress(options: unknown, address: string): object {
  const { origin, pathname } = new URL(address);
  return { ...(options as object | undefined), url: origin + pathname };
}

function describe(error: unknown): FrameError {
  if (!isCallError(error)) return { code: 'refused', message: String(error) };
  const { code, message, stage } = error;
  return { code, message, ...(stage === undefined ? {} : { stage }) };
}
