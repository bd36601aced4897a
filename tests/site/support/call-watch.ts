import type { Page } from 'playwright-core';

/** What a page did that a visitor would want to know about, from before its own scripts run. */
export interface CallWatch {
  /** Devices asked for, as their constraints. */
  microphoneRequests(): Promise<readonly string[]>;
  /** Label of the track that is sent; null without one. */
  sentMicrophone(): Promise<string | null>;
  /** As if the used microphone were pulled out. */
  unplug(): Promise<void>;
  /** `POST /call/web` and everything to the room. */
  readonly callRequests: string[];
}

interface Watched {
  asked: string[];
  peers: RTCPeerConnection[];
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
    const watched: Watched = { asked: [], peers: [] };
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
    sentMicrophone: () => read(({ peers }) => peers.at(-1)?.getSenders()[0]?.track?.label ?? null),
    async unplug() {
      await read(({ peers }) => {
        const track = peers.at(-1)?.getSenders()[0]?.track;
        track?.stop();
        track?.dispatchEvent(new Event('ended'));
      });
    },
  };
}
