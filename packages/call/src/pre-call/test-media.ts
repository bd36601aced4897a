import type { CallContext } from '../core/call-context.ts';
import type { OutgoingTrack } from '../engine/port.ts';
import { cameraEncodings } from '../network/send-presets.ts';

export interface TestMedia {
  readonly tracks: readonly OutgoingTrack[];
  stop(): void;
}

const FRAME_INTERVAL = 50;

/** What a call would send: the camera and microphone that are open, a moving picture otherwise. */
export function createTestMedia({ tracks, dependencies }: CallContext): TestMedia {
  const camera = liveTrack(tracks.get('video')?.track);
  const microphone = liveTrack(tracks.get('audio')?.track);
  const picture = camera === null ? createPicture(dependencies.clock) : null;
  const video = camera ?? picture?.track ?? null;
  const encodings = cameraEncodings('default-video');
  return {
    tracks: [
      { name: 'audio', media: 'audio', track: microphone, on: microphone !== null },
      ...(video === null
        ? []
        : [{ name: 'video', media: 'video', track: video, on: true, encodings } as const]),
    ],
    stop: () => picture?.stop(),
  };
}

function liveTrack(track: MediaStreamTrack | null | undefined): MediaStreamTrack | null {
  return track?.readyState === 'live' ? track : null;
}

/** Noise, which does not compress. */
function createPicture(clock: CallContext['dependencies']['clock']) {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 360;
  const context = canvas.getContext('2d');
  const [track] = canvas.captureStream(20).getVideoTracks();
  if (context === null || track === undefined) return null;
  let cancel = () => {};
  const draw = () => {
    for (let stroke = 0; stroke < 200; stroke += 1) {
      context.fillStyle = `hsl(${Math.random() * 360} 80% 50%)`;
      context.fillRect(Math.random() * 640, Math.random() * 360, 24, 24);
    }
    cancel = clock.schedule(FRAME_INTERVAL, draw);
  };
  draw();
  return {
    track,
    stop() {
      cancel();
      track.stop();
    },
  };
}
