import type { Page } from 'playwright-core';

/** What a page did that a visitor would want to know about, from before its own scripts run. */
export interface CallWatch {
  /** Devices asked for, as their constraints. */
  microphoneRequests(): Promise<readonly string[]>;
  /** Label of the microphone that is sent, also through a processor; null without one. */
  sentMicrophone(): Promise<string | null>;
  /** As if the used microphone were pulled out. */
  unplug(): Promise<void>;
  /** `POST /call/web` and everything to the room. */
  readonly callRequests: string[];
}

interface Watched {
  asked: string[];
  peers: RTCPeerConnection[];
  /** The device's track: what is sent itself, or what it was made of. */
  sent(): MediaStreamTrack | null;
}

/** Installed before the page is opened. */
export async function watchCalls(page: Page): Promise<CallWatch> {
  const callRequests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/call/web' || pathname.startsWith('/room/'))
      callRequests.push(`${request.method()} ${pathname.split('/').slice(0, 3).join('/')}`);
  });
  await page.addInitScript(() => {
    const made = new Map<MediaStreamTrack, BaseAudioContext>();
    const sources = new Map<BaseAudioContext, MediaStreamTrack | undefined>();
    const watched: Watched = {
      asked: [],
      peers: [],
      sent() {
        const track = this.peers.at(-1)?.getSenders()[0]?.track ?? null;
        const context = track === null ? undefined : made.get(track);
        return context === undefined ? track : (sources.get(context) ?? null);
      },
    };
    const { createMediaStreamSource, createMediaStreamDestination } = AudioContext.prototype;
    AudioContext.prototype.createMediaStreamSource = function (stream) {
      sources.set(this, stream.getAudioTracks()[0]);
      return createMediaStreamSource.call(this, stream);
    };
    AudioContext.prototype.createMediaStreamDestination = function () {
      const node = createMediaStreamDestination.call(this);
      for (const track of node.stream.getAudioTracks()) made.set(track, this);
      return node;
    };
    Object.assign(window, { watched });
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = (constraints) => {
      watched.asked.push(JSON.stringify(constraints));
      return ask(constraints);
    };
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        watched.peers.push(this);
      }
    };
  });
  const read = <T>(look: (watched: Watched) => T) =>
    page.evaluate(`(${look.toString()})(window.watched)`) as Promise<T>;
  return {
    callRequests,
    microphoneRequests: () => read(({ asked }) => asked),
    sentMicrophone: () => read((watched) => watched.sent()?.label ?? null),
    async unplug() {
      await read((watched) => {
        const track = watched.sent();
        track?.stop();
        track?.dispatchEvent(new Event('ended'));
      });
    },
  };
}
