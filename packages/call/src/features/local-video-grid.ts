import type { Clock } from '../core/clock.ts';
import type { StreamingOptions } from './feature-options.ts';

/** Draws several videos side by side into one track, on the recording's background colour. */
export interface VideoGrid {
  readonly tracks: readonly MediaStreamTrack[];
  setTracks(tracks: readonly MediaStreamTrack[]): void;
  close(): void;
}

const DARK_BLUE = '#1F2D3D';

/** @throws when the page has no canvas to draw on */
export function createVideoGrid(clock: Clock, options: StreamingOptions): VideoGrid {
  const { width = 1_280, height = 720, fps = 25 } = options;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d');
  if (drawing === null) throw new Error('This page cannot draw.');
  const pen: CanvasRenderingContext2D = drawing;
  const background = cssColor(options.backgroundColor);
  const pictures = new Map<MediaStreamTrack, HTMLVideoElement>();
  const stream = canvas.captureStream(fps);
  let cancel = () => {};

  function draw(): void {
    pen.fillStyle = background;
    pen.fillRect(0, 0, width, height);
    const columns = Math.ceil(Math.sqrt(pictures.size));
    const rows = Math.ceil(pictures.size / columns);
    [...pictures.values()].forEach((picture, index) => {
      if (picture.videoWidth === 0) return;
      const tile = { width: width / columns, height: height / rows };
      const scale = Math.min(tile.width / picture.videoWidth, tile.height / picture.videoHeight);
      const size = { width: picture.videoWidth * scale, height: picture.videoHeight * scale };
      const x = (index % columns) * tile.width + (tile.width - size.width) / 2;
      const y = Math.floor(index / columns) * tile.height + (tile.height - size.height) / 2;
      pen.drawImage(picture, x, y, size.width, size.height);
    });
    // Not with animation frames, which do not run in a background page.
    cancel = clock.schedule(1_000 / fps, draw);
  }

  function show(track: MediaStreamTrack): HTMLVideoElement {
    const picture = Object.assign(document.createElement('video'), { muted: true });
    picture.playsInline = true;
    picture.srcObject = new MediaStream([track]);
    // It may be removed before it plays.
    void picture.play().catch(() => {});
    return picture;
  }

  draw();
  return {
    tracks: stream.getVideoTracks(),
    setTracks(tracks) {
      for (const [track, picture] of [...pictures]) {
        if (tracks.includes(track)) continue;
        picture.srcObject = null;
        pictures.delete(track);
      }
      for (const track of tracks) if (!pictures.has(track)) pictures.set(track, show(track));
    },
    close() {
      cancel();
      for (const picture of pictures.values()) picture.srcObject = null;
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

/** Recordings take `#AARRGGBB`, CSS takes `#RRGGBBAA`. */
function cssColor(text: string = DARK_BLUE): string {
  return /^#[0-9a-f]{8}$/i.test(text) ? `#${text.slice(3)}` : text;
}
