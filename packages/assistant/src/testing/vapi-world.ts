import { vi } from 'vitest';
import type { CallSettings } from '../microphone/microphone-permission.ts';
import { Vapi } from '../vapi.ts';
import type { VapiEvents } from '../vapi-events.ts';
import type { FakeCall } from './fake-call.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A browser whose microphone is granted. */
export function grantedMicrophone() {
  const track = Object.assign(new EventTarget(), {
    kind: 'audio',
    readyState: 'live',
    stop: vi.fn(),
  });
  return { track, microphone: async () => ({ getAudioTracks: () => [track] }) };
}

export const WEB_CALL = {
  id: 'c1',
  webCallUrl: 'https://kindling.test/room/r1',
  artifactPlan: { videoRecordingEnabled: false },
  assistant: { voice: { provider: 'kindling' } },
};

interface VapiWorldOptions {
  readonly microphone?: () => Promise<unknown>;
  readonly answer?: () => Promise<Response>;
  readonly webCall?: object;
  readonly userAgent?: string;
  readonly settings?: Omit<CallSettings, 'dailyConfig'>;
  readonly token?: string;
  /** @default 'https://kindling.test/' */
  readonly apiUrl?: string;
}

let lines = 0;

/** A client with a line of its own, a server that answers once and for all, and everything it emits. */
export function setUpVapi(options: VapiWorldOptions = {}) {
  const { microphone = grantedMicrophone().microphone, webCall = WEB_CALL } = options;
  const fetch = vi.fn(options.answer ?? (async () => Response.json(webCall, { status: 201 })));
  const getUserMedia = vi.fn(microphone);
  const userAgent = options.userAgent ?? 'test';
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('navigator', { userAgent, mediaDevices: { getUserMedia } });
  const clock = new VirtualClock();
  lines += 1;
  const token = options.token ?? `pk-${lines}`;
  const apiUrl = options.apiUrl ?? 'https://kindling.test/';
  const make = () => new Vapi(token, apiUrl, {}, options.settings, clock);
  const vapi = make();
  const emitted = listenTo(vapi);
  return { vapi, make, fetch, getUserMedia, clock, ...emitted };
}

/** Everything that a client emits from now on. */
export function listenTo(vapi: Vapi) {
  const stages: VapiEvents['call-start-progress'][0][] = [];
  const errors: VapiEvents['error'][0][] = [];
  const names: string[] = [];
  vapi.on('call-start-progress', (progress) => stages.push(progress));
  vapi.on('error', (error) => errors.push(error));
  const note = (name: string) => () => names.push(name);
  vapi.on('call-start', note('call-start')).on('call-end', note('call-end'));
  vapi.on('call-start-success', note('call-start-success'));
  vapi.on('call-start-failed', note('call-start-failed'));
  const lines = () => stages.map(({ stage, status }) => `${stage} ${status}`);
  return { stages, errors, names, lines };
}

/** Leads the call objects that a mocked call library hands out. */
export interface HandedOut {
  calls: FakeCall[];
  options: unknown[];
}
